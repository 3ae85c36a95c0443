import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Chunk } from '../wire/chunk.ts'
import type { Interrupt } from './interrupt.ts'
import { type Message, type MessagePart, type ToolCallPart } from './message.ts'
import { parsePartialArgs } from './partial-json.ts'

/** Up to here arguments are read again with each piece; behind it when they grew by an eighth. */
const EAGER_ARGS_CHARACTERS = 4_096
const LATER_GROWTH = Math.log(9 / 8)

export type ToolChunk = Extract<Chunk, { type: `tool-${string}` }>

/** The part of the fold that is about tool calls; it keeps the promises of `applyChunk`. */
export function applyToolChunk(message: Message, chunk: ToolChunk): Message {
  switch (chunk.type) {
    case 'tool-input-start':
      return openCall(message, chunk, (call) => withRunner(call, chunk))
    case 'tool-input-delta':
      return setCall(message, chunk.toolCallId, (call) => growArgs(call, chunk.inputTextDelta))
    case 'tool-input-available':
      return openCall(message, chunk, (call) => withInput(withRunner(call, chunk), chunk.input))
    case 'tool-input-error':
      return openCall(message, chunk, (call) =>
        withError(chunk.input === undefined ? call : withRaw(call, chunk.input), chunk.errorText),
      )
    case 'tool-output-available':
      return setCall(message, chunk.toolCallId, (call) =>
        withOutcome(withArtifact(call, chunk), { state: 'output-available', result: chunk.output }),
      )
    case 'tool-output-error':
      return setCall(message, chunk.toolCallId, (call) =>
        withError(withArtifact(call, chunk), chunk.errorText),
      )
    case 'tool-approval-request':
      return setWaiting(message, chunk.toolCallId, (call) => ({
        ...call,
        state: 'approval-requested',
        approval: { id: chunk.approvalId },
      }))
    case 'tool-approval-response': {
      const { approvalId: id, approved: isApproved, reason } = chunk
      const asked = callsOf(message.content).findLast((call) => call.approval?.id === id)
      if (!asked) return message
      return setWaiting(message, asked.toolCallId, (call) => ({
        ...call,
        state: 'approval-responded',
        approval: { id, isApproved, ...(reason === undefined ? {} : { reason }) },
      }))
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

/** A call that has its result asks nobody any more. */
const setWaiting = (message: Message, toolCallId: string, update: Update): Message =>
  setCall(message, toolCallId, (call) => (call.result === undefined ? update(call) : call))

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
      call.approval?.isApproved !== false,
    (call) => {
      const { result: _, isError: __, ...waiting } = call
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

function growArgs(call: ToolCallPart, delta: string): ToolCallPart {
  if (call.state !== 'input-streaming') return call
  const argsText = call.argsText + delta
  // Read again each time, a long text would cost its length squared.
  const isDue = argsText.length <= EAGER_ARGS_CHARACTERS || tierOf(argsText) > tierOf(call.argsText)
  return { ...call, argsText, ...(isDue ? { args: parsePartialArgs(argsText) } : {}) }
}

const tierOf = (text: string): number => Math.floor(Math.log(text.length) / LATER_GROWTH)

/** What a refused call was called with: where it is no JSON, the model's own text. */
const withRaw = (call: ToolCallPart, input: JsonValue): ToolCallPart =>
  typeof input === 'string' ? withInput(call, {}, input) : withInput(call, input)

function withInput(
  call: ToolCallPart,
  input: JsonValue,
  written = JSON.stringify(input),
): ToolCallPart {
  if (call.state !== 'input-streaming') return call
  const args: JsonObject = isPlainObject(input) ? input : {}
  // The streamed text stays where writing it again would change what stands there already.
  const argsText = written.startsWith(call.argsText) ? written : call.argsText
  return { ...call, state: 'input-available', args, argsText }
}

function withError(call: ToolCallPart, errorText: string): ToolCallPart {
  const result = { error: errorText }
  return withOutcome(call, { state: 'output-error', result, isError: true })
}

/** Whatever was wanted for the call has been given or refused. */
function withOutcome(
  call: ToolCallPart,
  outcome: Pick<ToolCallPart, 'state' | 'result' | 'isError' | 'approval'>,
): ToolCallPart {
  const { interrupt: _, isError: __, ...rest } = call
  return { ...rest, ...outcome }
}

export const asksPerson = (call: ToolCallPart): boolean =>
  call.state === 'approval-requested' || call.interrupt !== undefined

/** Nobody gave its result, and somebody still may. */
export const lacksResult = ({ state, result, approval }: ToolCallPart): boolean =>
  result === undefined && approval?.isApproved !== false && state !== 'output-denied'

/** The error of a page's tool that the person did not allow; a reason may follow. The model reads it. */
export const DENIED_TEXT = 'The person did not allow it.'
/** The error of a page's tool that the person skipped. The model reads it. */
export const SKIPPED_TEXT = 'User skipped this step.'

/** What the person said instead of having the call run. Read from its error: no state tells it. */
export function refusalOf({ state, result }: ToolCallPart): 'denied' | 'skipped' | null {
  if (state !== 'output-error' || !isPlainObject(result)) return null
  const { error } = result
  if (typeof error !== 'string') return null
  if (error.startsWith(DENIED_TEXT)) return 'denied'
  return error === SKIPPED_TEXT ? 'skipped' : null
}

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
