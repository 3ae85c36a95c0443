import { isDeepStrictEqual } from 'node:util'
import { AlcoveError } from '../../shared/errors.ts'
import type { Message, ToolCallPart } from '../../shared/thread/message.ts'
import { settleArgs } from '../../shared/thread/settle-args.ts'
import { outOfSteps } from '../../shared/wire/chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { TOOL_TEXTS } from '../models/backend-tool.ts'
import { KNOWLEDGE_TOOLS } from '../models/answer-knowledge.ts'
import type { AnswerChunks, BackendTools } from '../models/model.ts'
import { resumeCalls } from '../models/run-calls.ts'
import type { AnswerChunk, MessageWithMemory } from '../models/step-memory.ts'
import type { MessageRow } from '../store/store.ts'
import type { CallAnswer } from './read-answers.ts'
import { toMessage } from './read-history.ts'

const QUOTE_MAX_CHARACTERS = 64

/** Effect of the answers on the stored message. */
interface Outcomes {
  /** Chunks that are folded into it first. */
  readonly chunks: readonly Chunk[]
  /** Interrupted calls that resume. */
  readonly resumed: ReadonlySet<string>
}

/** @throws AlcoveError `invalid_request`, or `conflict` for a message that this server did not write. */
export function requireOwn(row: MessageRow): Message {
  const message = toMessage(row)
  if (message?.role !== 'assistant') {
    throw new AlcoveError('invalid_request', 'messages: only an answer can be continued.')
  }
  if (row.origin === 'server') return message
  throw new AlcoveError(
    'conflict',
    'This answer is not as the server wrote it: nothing in it can be allowed or answered.',
    { hint: 'Ask for the answer again.' },
  )
}

/**
 * Validates answers against the stored message, which alone defines the pending calls, their kind and their
 * arguments. Answers that the message already contains are skipped: published clients send the whole message
 * back.
 *
 * @throws AlcoveError `conflict` for an answer to a call that is not pending.
 */
export function checkAnswers(
  message: Message,
  answers: readonly CallAnswer[],
  backend: ReadonlySet<string>,
): Outcomes {
  if (message.status?.type !== 'requires-action') throw createOverError()
  const news = answers.filter((answer) => !isRepeated(findCall(message, answer), answer))
  if (news.length === 0) throw createOverError()
  for (const answer of news) requireWaiting(findCall(message, answer), answer, backend)
  return {
    // A skipped call of the server's was cut off, and is ended in the server's own words.
    chunks: news
      .filter((each) => each.type !== 'failure' || !runsHere(findCall(message, each), backend))
      .flatMap(toChunks),
    resumed: new Set(news.flatMap(({ type, toolCallId }) => (type === 'resume' ? toolCallId : []))),
  }
}

/** True if only a person, or their browser, can decide how the call goes on. */
export function isWaiting({ state, result, interrupt }: ToolCallPart): boolean {
  if (result !== undefined || state === 'output-denied') return false
  // A call with incomplete arguments cannot run.
  if (state === 'input-streaming') return false
  return interrupt !== undefined || state !== 'approval-responded'
}

export const callsOf = ({ content }: Message): readonly ToolCallPart[] =>
  content.filter((part) => part.type === 'tool-call')

const findCall = (message: Message, { toolCallId }: CallAnswer): ToolCallPart | undefined =>
  callsOf(message).findLast((call) => call.toolCallId === toolCallId)

function isRepeated(call: ToolCallPart | undefined, answer: CallAnswer): boolean {
  switch (answer.type) {
    case 'result':
      return call?.state === 'output-available' && isDeepStrictEqual(call.result, answer.output)
    case 'failure':
      return (
        call?.state === 'output-error' &&
        isDeepStrictEqual(call.result, { error: answer.errorText })
      )
    case 'approval':
      return (
        call?.approval?.id === answer.approvalId && call.approval.isApproved === answer.isApproved
      )
    case 'resume':
      return false
    default:
      answer satisfies never
      return false
  }
}

function requireWaiting(
  call: ToolCallPart | undefined,
  answer: CallAnswer,
  backend: ReadonlySet<string>,
): asserts call {
  if (!call || !isWaiting(call)) throw createCallError(answer, 'waits for nothing')
  const { approval, interrupt, state, toolName } = call
  if (!isAbout(call, answer))
    throw createCallError(answer, 'is not the one that this answer is for')
  switch (answer.type) {
    case 'result':
    case 'failure':
      if (answer.type === 'failure' && runsHere(call, backend)) return
      if (backend.has(toolName)) {
        throw createCallError(answer, 'is run by the server itself, which accepts no result')
      }
      if (!approval && !interrupt) return
      throw createCallError(answer, 'waits for a decision, not for a result')
    case 'approval':
      if (state === 'approval-requested' && approval?.id === answer.approvalId) return
      throw createCallError(answer, 'does not wait for this approval')
    case 'resume':
      if (interrupt?.behavior === 'resume') return
      throw createCallError(answer, 'has no interrupt to resume from')
    default:
      answer satisfies never
  }
}

/** True for a call that this server runs by itself: one without a result was cut off by the end of its run. */
const runsHere = (call: ToolCallPart | undefined, backend: ReadonlySet<string>): boolean =>
  call !== undefined && backend.has(call.toolName) && !call.approval && !call.interrupt

/**
 * True if an answer belongs to the stored call. An approval or a result for other arguments does not; a
 * denial always does.
 */
function isAbout({ args }: ToolCallPart, answer: CallAnswer): boolean {
  const isNo = answer.type === 'approval' && !answer.isApproved
  const { input } = answer
  return isNo || input === undefined || settleArgs(JSON.stringify(args), input).type === 'whole'
}

function toChunks(answer: CallAnswer): Chunk[] {
  const { toolCallId } = answer
  switch (answer.type) {
    case 'result':
      return [{ type: 'tool-output-available', toolCallId, output: answer.output }]
    case 'failure':
      return [{ type: 'tool-output-error', toolCallId, errorText: answer.errorText }]
    case 'approval': {
      const { approvalId, isApproved, reason } = answer
      const decision: Chunk = {
        type: 'tool-approval-response',
        approvalId,
        approved: isApproved,
        ...(reason === undefined ? {} : { reason }),
      }
      return isApproved ? [decision] : [decision, { type: 'tool-output-denied', toolCallId }]
    }
    case 'resume':
      return []
    default:
      return answer satisfies never
  }
}

const createCallError = ({ toolCallId }: CallAnswer, problem: string): AlcoveError =>
  new AlcoveError(
    'conflict',
    `The tool call ${JSON.stringify(toolCallId.slice(0, QUOTE_MAX_CHARACTERS))} of this answer ${problem}.`,
    { hint: 'Load the conversation again.' },
  )

const createOverError = (): AlcoveError =>
  new AlcoveError('conflict', 'This answer waits for nothing any more.', {
    hint: 'Load the conversation again.',
  })

interface ContinueSetup {
  /** Row id of the answer. */
  readonly answerId: string
  /** Interrupted calls that resume. */
  readonly resumed: Outcomes['resumed']
  /** All tools of the assistant: one of them may have been approved. */
  readonly backend: BackendTools
  /** Maximum of model calls of the whole answer. */
  readonly maxSteps: number
  readonly askModel: (answer: MessageWithMemory, signal: AbortSignal) => AnswerChunks
  readonly onToolFailure: (toolName: string, error: unknown) => void
}

/**
 * Continues an answer after its calls were answered: runs the resumed calls and, once nothing is pending, the
 * approved ones; then calls the model with the whole answer.
 */
export async function* continueAnswer(
  { answerId, resumed, backend, maxSteps, askModel, onToolFailure }: ContinueSetup,
  signal: AbortSignal,
  current: () => MessageWithMemory,
): AsyncGenerator<AnswerChunk, void, undefined> {
  yield* findLost(current(), backend).map(({ toolCallId }) => fail(toolCallId))
  const isResumed = ({ toolCallId }: ToolCallPart) => resumed.has(toolCallId)
  const waitsOn = callsOf(current()).some((call) => isWaiting(call) && !isResumed(call))
  // A resumption is not stored, so these calls go on at once.
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

/** Server-side calls that were cut off by the end of their run: they may or may not have had an effect. */
function findLost(answer: Message, { tools }: BackendTools): readonly ToolCallPart[] {
  const ownNames = new Set([...tools.map(({ name }) => name), ...KNOWLEDGE_TOOLS])
  return callsOf(answer).filter((call) => isWaiting(call) && runsHere(call, ownNames))
}

const fail = (toolCallId: string): Chunk => ({
  type: 'tool-output-error',
  toolCallId,
  errorText: TOOL_TEXTS.cutOff,
})

/** Usage is omitted: it was already reported with the model's last step. */
const FINISH: Chunk = { type: 'finish', messageMetadata: { finishReason: 'tool-calls' } }

/** The run was stopped: the answers to its calls are kept, and the model is not called. */
export async function* stopAnswer(): AsyncGenerator<Chunk, void, undefined> {
  yield { type: 'abort' }
}
