import { isPlainObject, type JsonValue } from '../json.ts'
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

/** The part of the fold that is about tool calls; it keeps the promises of `applyChunk`. */
export function applyToolChunk(message: Message, chunk: ToolChunk): Message {
  switch (chunk.type) {
    case 'tool-input-start':
      return openCall(message, chunk, (call) => withRunner(call, chunk))
    case 'tool-input-delta':
      return setCall(message, chunk.toolCallId, (call) => growArgs(call, chunk.inputTextDelta))
    case 'tool-input-available':
      return openCall(message, chunk, (call) => makeCall(withRunner(call, chunk), chunk))
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
          // A rule may deny what nobody was asked about.
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

/** Changes the last call that fits; the same message where there is none. */
function updateCall(
  message: Message,
  fits: (call: ToolCallPart) => boolean,
  update: Update,
): Message {
  const index = message.content.findLastIndex((part) => part.type === 'tool-call' && fits(part))
  const known = message.content[index]
  return known?.type === 'tool-call' ? replacePart(message, index, update(known)) : message
}

/** What comes for a call that was never announced says nothing that a person could read. */
const setCall = (message: Message, id: string, update: Update): Message =>
  updateCall(message, ({ toolCallId }) => toolCallId === id, update)

/** A call that has its result, or was denied, asks nobody any more. */
const setWaiting = (message: Message, toolCallId: string, update: Update): Message =>
  setCall(message, toolCallId, (call) =>
    call.result === undefined && call.state !== 'output-denied' ? update(call) : call,
  )

/**
 * What a server says of a call that was refused here counts: it ran it by itself. Not where a person was
 * asked: they allowed something else.
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
 * Lets a call wait for an authorisation; the same message where it has none that could. The AI SDK's
 * servers say first that the call failed: such a failure makes room for the interrupt, and so does the
 * word to go on after an earlier one; a result never does.
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

const withArtifact = (
  call: ToolCallPart,
  { artifact }: { readonly artifact?: JsonValue | undefined },
): ToolCallPart => (artifact === undefined ? call : { ...call, artifact })

/** The chunks that give a call again when they are folded. */
export function replayCall(part: ToolCallPart): Chunk[] {
  const { toolCallId, toolName, args, argsText, result } = part
  const runner = part.isRunByServer ? { providerExecuted: true } : {}
  const call: Chunk[] = [
    { type: 'tool-input-start', toolCallId, toolName, ...runner },
    { type: 'tool-input-delta', toolCallId, inputTextDelta: argsText },
  ]
  if (part.state === 'input-streaming') return call
  call.push({ type: 'tool-input-available', toolCallId, toolName, input: args })
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
