import { ERROR_TEXTS } from '../error-texts.ts'
import type { Warn } from '../errors.ts'
import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { readInterrupt } from './interrupt.ts'
import type { MessagePart, ToolApproval, ToolCallPart, ToolState } from './message.ts'
import { parsePartialArgs, parseWholeArgs } from './partial-json.ts'

/**
 * A stored call, with what it waits for read field by field: whoever wrote the row, nothing but a
 * whole approval or a known interrupt is taken for one.
 */
export function decodeCall(part: JsonObject, id: string): ToolCallPart | undefined {
  const { toolName, args, result, isError, artifact } = part
  if (typeof toolName !== 'string') return undefined
  const toolCallId = typeof part['toolCallId'] === 'string' ? part['toolCallId'] : `tool-${id}`
  const argsText =
    typeof part['argsText'] === 'string' ? part['argsText'] : JSON.stringify(args ?? {})
  const isOpen = result === undefined && isError !== true
  const approval = readApproval(part['approval'])
  const interrupt = isOpen ? readAsked(part['interrupt'], toolCallId, toolName) : undefined
  const whole = isPlainObject(args) ? args : parseWholeArgs(argsText)
  return {
    type: 'tool-call',
    toolCallId,
    toolName,
    state: interrupt
      ? 'input-available'
      : isOpen
        ? openState(whole !== undefined, approval)
        : outcomeState(isError),
    argsText,
    args: whole ?? parsePartialArgs(argsText),
    ...(result === undefined ? {} : { result }),
    ...(isError === true ? { isError } : {}),
    ...(artifact === undefined ? {} : { artifact }),
    ...(approval ? { approval } : {}),
    ...(interrupt ? { interrupt } : {}),
  }
}

const outcomeState = (isError: JsonValue | undefined): ToolState =>
  isError === true ? 'output-error' : 'output-available'

/** A call that a client stored twice is one, where it began and with its result. */
export function joinCalls(content: readonly MessagePart[]): readonly MessagePart[] {
  const joined = new Map<unknown, MessagePart>()
  for (const part of content) {
    if (part.type !== 'tool-call') joined.set(part, part)
    else {
      const known = joined.get(part.toolCallId)
      const hasLess = part.result === undefined && known !== undefined
      joined.set(part.toolCallId, hasLess ? known : part)
    }
  }
  return [...joined.values()]
}

/** The state of a call without a result. One whose arguments were cut stays so: nobody can run it. */
function openState(isWhole: boolean, approval: ToolApproval | undefined): ToolState {
  if (!approval) return isWhole ? 'input-available' : 'input-streaming'
  if (approval.isApproved === undefined) return 'approval-requested'
  return approval.isApproved ? 'approval-responded' : 'output-denied'
}

function readApproval(value: unknown): ToolApproval | undefined {
  if (!isPlainObject(value)) return undefined
  const { id, approved, reason } = value
  if (typeof id !== 'string' || id === '') return undefined
  if (approved === undefined) return { id }
  if (typeof approved !== 'boolean') return undefined
  return { id, isApproved: approved, ...(typeof reason === 'string' ? { reason } : {}) }
}

function readAsked(value: unknown, toolCallId: string, toolName: string) {
  if (!isPlainObject(value) || value['type'] !== 'human') return undefined
  const interrupt = readInterrupt(value['payload'])
  const { id, name } = interrupt?.toolCall ?? {}
  return id === toolCallId && name === toolName ? interrupt : undefined
}

/** A call of a `UIMessage`. */
export function decodeUiCall(
  part: JsonObject,
  toolName: JsonValue | undefined,
): ToolCallPart | undefined {
  const { toolCallId, state, input = part['rawInput'], output, errorText } = part
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return undefined
  // What could not be read stands there as the text that it is.
  const argsText = typeof input === 'string' ? input : JSON.stringify(input ?? {})
  const isStreaming = state === 'input-streaming'
  const approval = readApproval(part['approval'])
  const call = {
    type: 'tool-call' as const,
    toolCallId,
    toolName,
    // The rest of the text was to come: it may only grow.
    argsText: isStreaming ? argsText.replace(/[}\]"]+$/, '') : argsText,
    args: isPlainObject(input) ? input : {},
    ...(approval ? { approval } : {}),
  }
  switch (state) {
    case 'output-available':
      return { ...call, state, result: output ?? null }
    case 'output-error': {
      const error = typeof errorText === 'string' ? errorText : ''
      return { ...call, state, result: { error }, isError: true }
    }
    case 'output-denied':
      return { ...call, state, approval: { id: toolCallId, ...approval, isApproved: false } }
    case 'input-streaming':
    case 'input-available':
    case 'approval-requested':
    case 'approval-responded':
      return { ...call, state: openState(!isStreaming, approval) }
    default:
      return undefined
  }
}

/** A call with what it waits for: a turn that waits survives a reload. */
export function encodeCall(part: ToolCallPart, warn: Warn): JsonObject {
  const { toolCallId, toolName, artifact, approval, interrupt } = part
  const result = encodeResult(part, warn)
  return {
    type: 'tool-call',
    toolCallId,
    toolName,
    ...encodeArgs(part),
    ...(result === undefined ? {} : { result }),
    ...(part.isError ? { isError: true } : {}),
    ...(artifact === undefined ? {} : { artifact }),
    ...(approval ? { approval: encodeApproval(approval) } : {}),
    // The form in which newer clients of the contract keep what a call asks of a person.
    ...(interrupt ? { interrupt: { type: 'human', payload: { ...interrupt } as JsonObject } } : {}),
  }
}

function encodeArgs({ args, argsText, state }: ToolCallPart): JsonObject {
  const written = JSON.stringify(args)
  if (written === argsText) return { args }
  const said = parse(argsText)
  // A text that says something else is no substitute for what the tool was called with.
  const isRepaired = said === undefined ? state !== 'input-streaming' : isPlainObject(said)
  return isRepaired && JSON.stringify(said) !== written ? { args } : { argsText }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function encodeResult({ toolCallId, toolName, result }: ToolCallPart, warn: Warn) {
  if (result === undefined || isJsonValue(result)) return result
  warn(ERROR_TEXTS.resultNotJson + JSON.stringify({ toolCallId, toolName }))
  try {
    const text: unknown = JSON.stringify(result)
    return typeof text === 'string' ? (JSON.parse(text) as JsonValue) : undefined
  } catch {
    // A circle, a number too large for JSON, or a value that refuses to be written.
    return undefined
  }
}

const encodeApproval = ({
  id,
  isApproved,
  reason,
}: NonNullable<ToolCallPart['approval']>): JsonObject => ({
  id,
  ...(isApproved === undefined ? {} : { approved: isApproved }),
  ...(reason === undefined ? {} : { reason }),
})
