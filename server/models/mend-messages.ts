import { isPlainObject, isText, type JsonObject, type JsonValue } from '../../shared/json.ts'
import {
  change,
  mendUsage,
  quoteName,
  readSaidError,
  toArguments,
  toNumber,
  type CreateMender,
} from './mend-event.ts'

/** Blocks that the package knows. */
const BLOCKS = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'mcp_tool_result',
  'web_fetch_tool_result',
  'web_search_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'advisor_tool_result',
  'compaction',
  'fallback',
])
/** The field of each delta that the package knows. */
const DELTAS: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  input_json_delta: 'partial_json',
  compaction_delta: 'content',
  citations_delta: 'citation',
}
/** The block of words that came without its start. */
const BLOCK_OF: Readonly<Record<string, JsonObject>> = {
  text_delta: { type: 'text', text: '' },
  thinking_delta: { type: 'thinking', thinking: '' },
}
const STOP: JsonObject = { type: 'message_stop' }

/** Mends events of Anthropic's messages. */
export const createMessagesMender: CreateMender = (onOdd) => {
  const open = new Set<JsonValue>()
  /** Blocks of unknown types, whose deltas say nothing. */
  const passedOver = new Set<JsonValue>()
  let lastIndex: JsonValue = 0
  /** The reason of the end, once it came. */
  let reason: JsonValue = null
  let outputTokens: JsonValue = 0
  let isOver = false

  function mend(event: JsonObject): JsonObject | readonly JsonObject[] {
    const said = readSaidError(event)
    if (said) {
      isOver = true
      const { type = 'error', ...rest } = said
      return { type: 'error', error: { type, ...rest } }
    }
    switch (event['type']) {
      case 'content_block_delta':
        return mendDelta(event)
      case 'content_block_start':
        return startBlock(event)
      case 'content_block_stop':
        return stopBlock(event)
      case 'message_start':
        return startMessage(event)
      case 'message_delta':
        return mendEnd(event)
      case 'message_stop':
        return endMessage(event)
      case 'ping':
        return []
      default:
        onOdd(`an event of the type ${quoteName(event['type'])}`)
        return []
    }
  }

  function startMessage(event: JsonObject): JsonObject {
    const { message: said } = event
    const message = isPlainObject(said) ? said : {}
    const usage = countTokens(message['usage'] ?? null)
    outputTokens = toNumber(usage['output_tokens'] ?? null) ?? 0
    const isCounted = typeof usage['input_tokens'] === 'number'
    let next = message
    if (!isCounted || usage !== message['usage']) {
      next = { ...next, usage: isCounted ? usage : { ...usage, input_tokens: 0 } }
    }
    next = change(next, 'content', (content) =>
      Array.isArray(content) && content.length === 0 ? content : [],
    )
    return next === said ? event : { ...event, message: next }
  }

  function countTokens(value: JsonValue): JsonObject {
    const usage = mendUsage(value)
    if (usage !== value) onOdd('counts of tokens that are no numbers')
    return (usage ?? {}) as JsonObject
  }

  function startBlock(said: JsonObject): JsonObject | readonly JsonObject[] {
    const event = withIndex(said, open.size === 0 ? 0 : null)
    const { index = 0, content_block: block = null } = event
    const type = isPlainObject(block) ? block['type'] : undefined
    if (!isPlainObject(block) || typeof type !== 'string' || !BLOCKS.has(type)) {
      onOdd(`a block of the type ${quoteName(type)}`)
      passedOver.add(index)
      return []
    }
    passedOver.delete(index)
    open.add(index)
    lastIndex = index
    if (type !== 'text' && type !== 'thinking') return event
    const words = block[type] ?? null
    if (words === '') return event
    // The package takes words only from deltas.
    const start = { ...event, content_block: { ...block, [type]: '' } }
    if (!isText(words)) return start
    const delta: JsonObject = { type: `${type}_delta`, [type]: words }
    return [start, { type: 'content_block_delta', index, delta }]
  }

  function mendDelta(said: JsonObject): JsonObject | readonly JsonObject[] {
    const event = withIndex(said, lastIndex)
    const { index = 0, delta = null } = event
    if (passedOver.has(index)) return []
    const type = isPlainObject(delta) ? delta['type'] : undefined
    const field = typeof type === 'string' ? DELTAS[type] : undefined
    if (!isPlainObject(delta) || field === undefined) {
      onOdd(`a delta of the type ${quoteName(type)}`)
      return []
    }
    if ((delta[field] ?? null) === null) return []
    const isArguments = field === 'partial_json'
    const next = isArguments
      ? change(event, 'delta', (value) => change(value as JsonObject, field, toArguments))
      : event
    if (open.has(index) || !BLOCK_OF[type as string]) return next
    open.add(index)
    const block = BLOCK_OF[type as string]!
    return [{ type: 'content_block_start', index, content_block: block }, next]
  }

  function stopBlock(said: JsonObject): JsonObject | readonly JsonObject[] {
    const event = withIndex(said, lastIndex)
    const { index = 0 } = event
    if (passedOver.has(index)) return []
    open.delete(index)
    return event
  }

  function mendEnd(event: JsonObject): JsonObject {
    const { delta: said = null, usage: counts = null } = event
    const delta = isPlainObject(said) ? said : {}
    const known = delta['stop_reason'] ?? null
    if (known !== null) reason = known === '' ? reason : known
    const usage = countTokens(counts)
    outputTokens = usage['output_tokens'] ?? outputTokens
    const isWhole =
      known === reason && delta === said && usage === counts && 'output_tokens' in usage
    if (isWhole) return event
    // Some servers send a second event, with counts alone: the package would forget the reason.
    return {
      ...event,
      delta: { ...delta, stop_reason: reason },
      usage: { ...usage, output_tokens: outputTokens },
    }
  }

  function endMessage(event: JsonObject): JsonObject | readonly JsonObject[] {
    const before = closeMessage()
    isOver = true
    return before.length === 0 ? event : [...before, event]
  }

  /** Blocks that were not closed, and the reason if none came. */
  function closeMessage(): JsonObject[] {
    const stops = [...open].map((index): JsonObject => ({ type: 'content_block_stop', index }))
    open.clear()
    if (reason !== null) return stops
    reason = 'end_turn'
    const usage = { output_tokens: outputTokens }
    return [...stops, { type: 'message_delta', delta: { stop_reason: reason }, usage }]
  }

  return {
    mend,
    end(isMarked) {
      if (isOver || (!isMarked && reason === null)) return []
      isOver = true
      return [...closeMessage(), STOP]
    },
    unfold: (answer) => (answer['type'] === 'message' ? unfold(answer) : undefined),
  }
}

/** @param fallback the block of an event without an index; null: the event stays. */
const withIndex = (event: JsonObject, fallback: JsonValue): JsonObject => {
  const { index = null } = event
  if (typeof index === 'number') return event
  return { ...event, index: toNumber(index) ?? fallback ?? 0 }
}

/** The events of a message that did not stream. */
function unfold(message: JsonObject): JsonObject[] | undefined {
  const { content, stop_reason = 'end_turn', usage = {} } = message
  if (!Array.isArray(content)) return undefined
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...(content as readonly JsonValue[]).flatMap((content_block, index): JsonObject[] => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason }, usage },
    STOP,
  ]
}
