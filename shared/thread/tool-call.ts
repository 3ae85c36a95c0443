import { isPlainObject, type JsonValue } from '../json.ts'
import { ASKS_FIRST, asksFirst } from '../wire/asks-first.ts'
import type { Chunk } from '../wire/chunk.ts'
import { isMade, isRefused } from './call-state.ts'
import type { Interrupt } from './interrupt.ts'
import {
  growArgs,
  makeCall,
  withApproval,
  withError,
  withInput,
  withLastArgs,
  withOutcome,
} from './make-call.ts'
import type { Message, MessagePart, ToolCallPart } from './message.ts'
import { settleArgs } from './settle-args.ts'

export type ToolChunk = Extract<Chunk, { type: `tool-${string}` }>

/** The part of the fold about tool calls, with the same guarantees as `applyChunk`. */
export function applyToolChunk(message: Message, chunk: ToolChunk): Message {
  switch (chunk.type) {
    case 'tool-input-start':
      return openCall(message, chunk, (call) => withRunner(call, chunk))
    case 'tool-input-delta':
      return setCall(message, chunk.toolCallId, (call) => growArgs(call, chunk.inputTextDelta))
    case 'tool-input-available':
      return openCall(message, chunk, (call) => makeCall(withMarks(call, chunk), chunk))
    case 'tool-input-error':
      return openCall(message, chunk, (call) =>
        withError(withLastArgs(call, chunk.input), chunk.errorText),
      )
    case 'tool-output-available':
      return setUnrefused(message, chunk.toolCallId, (call) =>
        withOutcome(withArtifact(call, chunk), { state: 'output-available', result: chunk.output }),
      )
    case 'tool-output-error':
      return setUnrefused(message, chunk.toolCallId, (call) =>
        withError(withArtifact(call, chunk), chunk.errorText),
      )
    case 'tool-approval-request':
      return setWaiting(message, chunk.toolCallId, (call) =>
        withApproval(call, { id: chunk.approvalId }),
      )
    case 'tool-approval-response': {
      const { approvalId: id, approved: isApproved, reason } = chunk
      const asked = callsOf(message.content).findLast((call) => call.approval?.id === id)
      if (!asked) return message
      const said = reason === undefined ? {} : { reason }
      return setWaiting(message, asked.toolCallId, (call) =>
        withApproval(call, { id, isApproved, ...said }),
      )
    }
    case 'tool-output-denied':
      return setWaiting(message, chunk.toolCallId, (call) =>
        withOutcome(call, {
          state: 'output-denied',
          // A rule may deny a call without an approval.
          approval: { id: chunk.toolCallId, ...call.approval, isApproved: false },
        }),
      )
    default:
      chunk satisfies never
      return message
  }
}

export const addPart = (message: Message, part: MessagePart): Message => ({
  ...message,
  content: [...message.content, part],
})

export const replacePart = (message: Message, index: number, part: MessagePart): Message => ({
  ...message,
  content: message.content.with(index, part),
})

type Update = (call: ToolCallPart) => ToolCallPart

export const callsOf = (content: readonly MessagePart[]): readonly ToolCallPart[] =>
  content.filter((part) => part.type === 'tool-call')

/** Changes the last call that fits; returns the same message if there is none. */
function updateCall(
  message: Message,
  fits: (call: ToolCallPart) => boolean,
  update: Update,
): Message {
  const index = message.content.findLastIndex((part) => part.type === 'tool-call' && fits(part))
  const known = message.content[index]
  return known?.type === 'tool-call' ? replacePart(message, index, update(known)) : message
}

/** Chunks of an unannounced call are ignored, since they have nothing to show. */
const setCall = (message: Message, id: string, update: Update): Message =>
  updateCall(message, ({ toolCallId }) => toolCallId === id, update)

/** A call with a result, or a denied one, is not pending any more. */
const setWaiting = (message: Message, toolCallId: string, update: Update): Message =>
  setCall(message, toolCallId, (call) =>
    call.result === undefined && call.state !== 'output-denied' ? update(call) : call,
  )

/**
 * Applies a server's result also to a call that was refused here, since the server ran it by itself. Not if a
 * person was asked: they approved other arguments.
 */
const setUnrefused = (message: Message, toolCallId: string, update: Update): Message =>
  setCall(message, toolCallId, (call) => {
    if (!isRefused(call) || !call.approval) return update(call)
    const { isUntold: _, ...told } = call
    return told
  })

function openCall(
  message: Message,
  { toolCallId, toolName }: Pick<ToolCallPart, 'toolCallId' | 'toolName'>,
  update: Update,
): Message {
  const changed = setCall(message, toolCallId, update)
  if (changed !== message) return changed
  const state = 'input-streaming'
  const call = { type: 'tool-call', toolCallId, toolName, state, argsText: '', args: {} } as const
  return addPart(message, update(call))
}

/**
 * Lets a call wait for an authorisation; returns the same message if no call can. The AI SDK's servers first
 * report a failed call: such a failure is replaced by the interrupt, and so is the resumption of an earlier
 * one; a result never is.
 */
export const interruptCall = (message: Message, interrupt: Interrupt): Message =>
  updateCall(
    message,
    (call) =>
      call.toolCallId === interrupt.toolCall.id &&
      call.toolName === interrupt.toolCall.name &&
      hasNoResult(call) &&
      !isRefused(call) &&
      (isMade(call) || settleArgs(call.argsText).type === 'whole') &&
      call.approval?.isApproved !== false,
    (call) => {
      const { result: _, isError: __, isUntold: ___, ...waiting } = withInput(call)
      return { ...waiting, state: 'input-available', interrupt }
    },
  )

const hasNoResult = ({ result, isError }: ToolCallPart): boolean =>
  result === undefined ||
  isError === true ||
  (isPlainObject(result) && result['continueInterruption'] === true)

const withRunner = (
  call: ToolCallPart,
  { providerExecuted }: { readonly providerExecuted?: boolean | undefined },
): ToolCallPart => (providerExecuted ? { ...call, isRunByServer: true } : call)

/** The call with its marks of a whole call. */
const withMarks = (
  call: ToolCallPart,
  chunk: Extract<Chunk, { readonly type: 'tool-input-available' }>,
): ToolCallPart => withRunner(asksFirst(chunk) ? { ...call, asksFirst: true } : call, chunk)

const withArtifact = (
  call: ToolCallPart,
  { artifact }: { readonly artifact?: JsonValue | undefined },
): ToolCallPart => (artifact === undefined ? call : { ...call, artifact })

/** The chunks that fold to this call. */
export function replayCall(part: ToolCallPart): Chunk[] {
  const { toolCallId, toolName, args, argsText, result } = part
  const runner = part.isRunByServer ? { providerExecuted: true } : {}
  const call: Chunk[] = [
    { type: 'tool-input-start', toolCallId, toolName, ...runner },
    { type: 'tool-input-delta', toolCallId, inputTextDelta: argsText },
  ]
  if (part.state === 'input-streaming') return call
  const asking = part.asksFirst ? ASKS_FIRST : {}
  call.push({ type: 'tool-input-available', toolCallId, toolName, input: args, ...asking })
  call.push(...replayApproval(part))
  if (result === undefined) return call
  if (!part.isError) return [...call, { type: 'tool-output-available', toolCallId, output: result }]
  return [...call, { type: 'tool-output-error', toolCallId, errorText: errorTextOf(result) }]
}

function replayApproval({ toolCallId, approval, state }: ToolCallPart): Chunk[] {
  const chunks: Chunk[] = []
  if (approval) {
    const { id: approvalId, isApproved: approved, reason } = approval
    chunks.push({ type: 'tool-approval-request', approvalId, toolCallId })
    if (approved !== undefined) {
      const said = reason === undefined ? {} : { reason }
      chunks.push({ type: 'tool-approval-response', approvalId, approved, ...said })
    }
  }
  if (state === 'output-denied') chunks.push({ type: 'tool-output-denied', toolCallId })
  return chunks
}

function errorTextOf(result: unknown): string {
  const { error } = (result ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : JSON.stringify(result)
}
