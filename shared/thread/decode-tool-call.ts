import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { readInterrupt } from './interrupt.ts'
import type { MessagePart, ToolApproval, ToolCallPart, ToolState } from './message.ts'
import { parsePartialArgs, parseWholeArgs } from './partial-json.ts'

/**
 * A stored call, with what it waits for read field by field: whoever wrote the row, nothing but a
 * whole approval or a known interrupt is taken for one.
 */
export function decodeToolCall(part: JsonObject, id: string): ToolCallPart | undefined {
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
export function openState(isWhole: boolean, approval: ToolApproval | undefined): ToolState {
  if (!approval) return isWhole ? 'input-available' : 'input-streaming'
  if (approval.isApproved === undefined) return 'approval-requested'
  return approval.isApproved ? 'approval-responded' : 'output-denied'
}

export function readApproval(value: unknown): ToolApproval | undefined {
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
