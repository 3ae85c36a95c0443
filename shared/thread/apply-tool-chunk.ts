import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Chunk } from '../wire/chunk.ts'
import type { Message, ToolCallPart } from './message.ts'
import { parsePartialArgs } from './partial-json.ts'
import { addPart, replacePart } from './put-part.ts'

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
      const asked = message.content.findLast(
        (part) => part.type === 'tool-call' && part.approval?.id === id,
      )
      if (asked?.type !== 'tool-call') return message
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

type Update = (call: ToolCallPart) => ToolCallPart

/** What comes for a call that was never announced says nothing that a person could read. */
function setCall(message: Message, toolCallId: string, update: Update): Message {
  const index = message.content.findLastIndex(
    (part) => part.type === 'tool-call' && part.toolCallId === toolCallId,
  )
  const known = message.content[index]
  return known?.type === 'tool-call' ? replacePart(message, index, update(known)) : message
}

/** A call that has its result asks nobody any more. */
function setWaiting(message: Message, toolCallId: string, update: Update): Message {
  return setCall(message, toolCallId, (call) => (call.result === undefined ? update(call) : call))
}

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
