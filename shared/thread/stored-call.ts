import { ERROR_TEXTS } from '../error-texts.ts'
import type { Warn } from '../errors.ts'
import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { isMade, waitingState } from './call-state.ts'
import { readInterrupt } from './interrupt.ts'
import { argsOf } from './make-call.ts'
import type { MessagePart, ToolApproval, ToolCallPart } from './message.ts'
import { settleArgs, type SettledArgs } from './settle-args.ts'

/**
 * Decodes a stored call and validates its pending state field by field: only a whole approval or a known
 * interrupt is accepted, whichever client wrote the row.
 */
export function decodeCall(part: JsonObject, id: string): ToolCallPart | undefined {
  const { toolName, args, argsText, result, isError, artifact } = part
  if (typeof toolName !== 'string') return undefined
  const toolCallId = typeof part['toolCallId'] === 'string' ? part['toolCallId'] : `tool-${id}`
  const text = typeof argsText === 'string' ? argsText : ''
  const settled = readStoredArgs(text, args)
  const approval = readApproval(part['approval'])
  const call: CallFacts = {
    type: 'tool-call',
    toolCallId,
    toolName,
    ...argsOf(settled, text),
    ...(artifact === undefined ? {} : { artifact }),
    ...(approval ? { approval } : {}),
    ...(part['asksFirst'] === true ? { asksFirst: true } : {}),
  }
  if (isError === true) {
    return { ...call, state: 'output-error', isError, ...(result === undefined ? {} : { result }) }
  }
  if (result !== undefined) return { ...call, state: 'output-available', result }
  const waiting = waitingCall(call, settled)
  if (settled.type !== 'whole') return waiting
  const interrupt = readAsked(part['interrupt'], toolCallId, toolName)
  return interrupt ? { ...waiting, state: 'input-available', interrupt } : waiting
}

/**
 * The arguments of a stored call: other programs store a text, a value or both. A call without either has no
 * arguments.
 */
export const readStoredArgs = (text: string, args: JsonValue | undefined): SettledArgs =>
  settleArgs(text, args ?? (text.trim() === '' ? {} : undefined))

type CallFacts = Omit<ToolCallPart, 'state'>

/**
 * A stored call without a result. Incomplete arguments stay incomplete, and refused ones end the call:
 * neither can run.
 */
function waitingCall(call: CallFacts, settled: SettledArgs): ToolCallPart {
  if (call.approval?.isApproved === false) return { ...call, state: 'output-denied' }
  switch (settled.type) {
    case 'open':
      return { ...call, state: 'input-streaming' }
    case 'whole':
      return { ...call, state: waitingState(call.approval) }
    case 'refused':
      return { ...call, state: 'output-error', result: { error: settled.errorText }, isError: true }
    default:
      return settled satisfies never
  }
}

/** Merges duplicates of a call that a client stored twice, at the first place and with the result. */
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
  // Unreadable arguments are stored as text.
  const text = typeof input === 'string' ? input : ''
  const settled = readStoredArgs(text, typeof input === 'string' ? undefined : input)
  const approval = readApproval(part['approval'])
  const call: CallFacts = {
    type: 'tool-call' as const,
    toolCallId,
    toolName,
    ...argsOf(settled, text),
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
      // The rest of the text is missing: later text may only extend it.
      return { ...call, state, argsText: call.argsText.replace(/[}\]"]+$/, '') }
    case 'input-available':
    case 'approval-requested':
    case 'approval-responded':
      return waitingCall(call, settled)
    default:
      return undefined
  }
}

/** A call with its pending state, so that a pending turn survives a reload. */
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
    ...(part.asksFirst ? { asksFirst: true } : {}),
    // The form in which newer clients of the contract store a call's question to a person.
    ...(interrupt ? { interrupt: { type: 'human', payload: { ...interrupt } as JsonObject } } : {}),
  }
}

/** Writes only one form, so that readers of the row need not choose. */
function encodeArgs(part: ToolCallPart): JsonObject {
  const { args, argsText } = part
  const isText = !isMade(part) || settleArgs(argsText).type === 'whole'
  return isText && argsText !== JSON.stringify(args) ? { argsText } : { args }
}

function encodeResult({ toolCallId, toolName, result }: ToolCallPart, warn: Warn) {
  if (result === undefined || isJsonValue(result)) return result
  warn(ERROR_TEXTS.resultNotJson + JSON.stringify({ toolCallId, toolName }))
  try {
    const text: unknown = JSON.stringify(result)
    return typeof text === 'string' ? (JSON.parse(text) as JsonValue) : undefined
  } catch {
    // A circle, a number too large for JSON, or a value that throws.
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
