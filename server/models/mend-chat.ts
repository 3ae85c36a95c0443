import { isPlainObject, isText, type JsonObject, type JsonValue } from '../../shared/json.ts'
import {
  change,
  mendUsage,
  quoteName,
  readSaidError,
  toArguments,
  toNumber,
  toText,
  type CreateMender,
} from './mend-event.ts'
import { createRepeatedCalls } from './repeated-calls.ts'

/** The last event of an answer without a reason. */
const STOP: JsonObject = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }

/** Mends events of chat completions. */
export const createChatMender: CreateMender = (onOdd) => {
  const isRepeated = createRepeatedCalls()
  let hasReason = false
  let hasFailed = false
  /** True once words or calls came by a `delta`: a `message` after them repeats them. */
  let hasSpoken = false

  function mend(event: JsonObject): JsonObject | readonly JsonObject[] {
    const said = readSaidError(event)
    if (said) {
      hasFailed = true
      return { error: { ...said } }
    }
    const { choices, usage = null } = event
    let mended = 'error' in event ? withoutError(event) : event
    if (!Array.isArray(choices)) {
      onOdd(`an event of the type ${quoteName(event['type'])} without choices`)
      if (usage === null) return []
      mended = { ...mended, choices: [] }
    }
    mended = change(mended, 'id', toText)
    mended = change(mended, 'created', toNumber)
    mended = change(mended, 'model', toText)
    mended = change(mended, 'usage', countTokens)
    return change(mended, 'choices', mendChoices)
  }

  function countTokens(value: JsonValue): JsonValue {
    const usage = mendUsage(value)
    if (usage !== value) onOdd('counts of tokens that are no numbers')
    return usage
  }

  function mendChoices(choices: JsonValue): JsonValue {
    const [choice] = choices as readonly JsonValue[]
    if (choice === undefined) return choices
    if (!isPlainObject(choice)) return []
    const next = mendChoice(choice)
    // The package reads the first one alone.
    return next === choice && (choices as readonly JsonValue[]).length === 1 ? choices : [next]
  }

  function mendChoice(choice: JsonObject): JsonObject {
    const { message = null, delta = null } = choice
    let next = choice
    if (delta === null && isPlainObject(message)) {
      next = { ...choice, delta: hasSpoken ? {} : mendDelta(message) }
    } else if (isPlainObject(delta)) {
      const mended = mendDelta(delta)
      if (mended !== delta) next = { ...choice, delta: mended }
      hasSpoken ||= isText(mended['content']) || Array.isArray(mended['tool_calls'])
    } else if (delta !== null) {
      next = { ...choice, delta: { content: toText(delta) } }
    }
    next = change(next, 'finish_reason', (reason) => (reason === '' ? null : toText(reason)))
    hasReason ||= isText(next['finish_reason'])
    return next
  }

  function mendDelta(delta: JsonObject): JsonObject {
    const { function_call: call = null } = delta
    const { reasoning_content: thought, ...others } = delta
    // The package reads the first of the two names, even if its text is empty.
    let next = thought === '' && isText(delta['reasoning']) ? others : delta
    next = change(next, 'role', (role) => (role === '' ? role : 'assistant'))
    next = change(next, 'content', mendContent)
    next = change(next, 'reasoning_content', mendThought)
    next = change(next, 'reasoning', mendThought)
    if (isPlainObject(call)) {
      next = { ...next, tool_calls: [{ index: 0, function: call }] }
    }
    return change(next, 'tool_calls', mendCalls)
  }

  function mendContent(content: JsonValue): JsonValue {
    if (typeof content === 'string') return content
    const parts: readonly JsonValue[] = Array.isArray(content) ? content : [content]
    const known = parts.filter((part) => isPlainObject(part) && isText(part['type']))
    if (known.length === parts.length) return Array.isArray(content) ? content : known
    const texts = parts.filter((part) => typeof part === 'string')
    if (texts.length === parts.length) return texts.join('')
    onOdd('content of an unknown form')
    return known
  }

  function mendThought(thought: JsonValue): JsonValue {
    if (typeof thought !== 'string') onOdd('a thought of an unknown form')
    return typeof thought === 'string' ? thought : null
  }

  function mendCalls(value: JsonValue): JsonValue {
    const calls: readonly JsonValue[] = Array.isArray(value) ? value : [value]
    const mended = calls.flatMap((call) => mendCall(call) ?? [])
    const isSame = mended.length === calls.length && mended.every((call, at) => call === calls[at])
    return isSame && Array.isArray(value) ? value : mended
  }

  function mendCall(call: JsonValue): JsonObject | undefined {
    if (!isPlainObject(call)) return undefined
    const fields: JsonObject = call
    const { function: made = null, name = null, arguments: args = null } = fields
    if (!isPlainObject(made) && name === null && args === null) {
      onOdd(`a call of the type ${quoteName(fields['type'])} without a function`)
      return undefined
    }
    let next = isPlainObject(made) ? fields : { ...fields, function: { name, arguments: args } }
    next = change(next, 'index', toNumber)
    next = change(next, 'id', toText)
    next = change(next, 'function', (called) => {
      const named = change(called as JsonObject, 'name', toText)
      return change(named, 'arguments', toArguments)
    })
    return isRepeated(next) ? undefined : next
  }

  return {
    mend,
    end: (isMarked) => (isMarked && !hasReason && !hasFailed ? [STOP] : []),
    unfold(answer) {
      const { choices, object: _, ...rest } = answer
      const [choice] = Array.isArray(choices) ? (choices as readonly JsonValue[]) : []
      if (!isPlainObject(choice) || !isPlainObject(choice['message'])) return undefined
      return [{ ...rest, choices: [choice] }]
    },
  }
}

/** The package takes each event with this field for an error. */
const withoutError = (event: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'error'))
