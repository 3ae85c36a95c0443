import type { Message, ToolCallPart } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { outOfSteps } from '../../shared/wire/out-of-steps.ts'
import type { BackendTools } from '../models/model.ts'
import { resumeCalls, TOOL_TEXTS } from '../models/run-calls.ts'
import { callsOf, isWaiting, type Outcomes } from './check-answers.ts'

export interface ContinueSetup {
  /** The row id of the answer. */
  readonly answerId: string
  /** Interrupted calls that go on. */
  readonly resumed: Outcomes['resumed']
  /** All tools of the assistant's: one of them may have been allowed. */
  readonly backend: BackendTools
  /** Model calls of the whole answer. */
  readonly maxSteps: number
  readonly askModel: (answer: Message, signal: AbortSignal) => AsyncIterable<Chunk>
  readonly onToolFailure: (toolName: string, error: unknown) => void
}

/**
 * How an answer goes on after what was said to its calls: with the calls that were resumed, and once
 * nothing is left to wait for those that were allowed; then with the model, which reads all of it.
 */
export async function* continueAnswer(
  { answerId, resumed, backend, maxSteps, askModel, onToolFailure }: ContinueSetup,
  signal: AbortSignal,
  current: () => Message,
): AsyncGenerator<Chunk, void, undefined> {
  yield* findLost(current(), backend).map(({ toolCallId }) => fail(toolCallId))
  const isResumed = ({ toolCallId }: ToolCallPart) => resumed.has(toolCallId)
  const waitsOn = callsOf(current()).some((call) => isWaiting(call) && !isResumed(call))
  // Nothing would remember that a call was resumed: it goes on at once.
  const ready = callsOf(current()).filter(
    (call) => isResumed(call) || (!waitsOn && isAllowed(call)),
  )
  const setup = { backend, answerId, signal, onFailure: onToolFailure }
  for await (const chunk of resumeCalls(ready, setup)) {
    yield chunk
    if (chunk.type === 'error') return
  }
  if (signal.aborted) return
  const answer = current()
  const steps = answer.metadata.steps ?? []
  if (callsOf(answer).some(isWaiting)) yield FINISH
  else if (steps.length >= maxSteps) yield outOfSteps()
  else yield* askModel(answer, signal)
}

const isAllowed = (call: ToolCallPart): boolean =>
  call.approval?.isApproved === true && call.result === undefined && !isWaiting(call)

/** Calls of ours that the end of their run cut off: whether they did something, nobody knows. */
const findLost = (answer: Message, { tools }: BackendTools): readonly ToolCallPart[] =>
  callsOf(answer).filter(
    (call) =>
      isWaiting(call) &&
      !call.approval &&
      !call.interrupt &&
      tools.some(({ name }) => name === call.toolName),
  )

const fail = (toolCallId: string): Chunk => ({
  type: 'tool-output-error',
  toolCallId,
  errorText: TOOL_TEXTS.cutOff,
})

/** As the model's last step ended; what it cost was said then. */
const FINISH: Chunk = { type: 'finish', messageMetadata: { finishReason: 'tool-calls' } }
