import { isDeepStrictEqual } from 'node:util'
import { AlcoveError } from '../../shared/errors.ts'
import type { Message, ToolCallPart } from '../../shared/thread/message.ts'
import { settleArgs } from '../../shared/thread/settle-args.ts'
import { outOfSteps } from '../../shared/wire/chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { TOOL_TEXTS, type BackendTool } from '../models/backend-tool.ts'
import type { AnswerChunks, BackendTools } from '../models/model.ts'
import { resumeCalls } from '../models/run-calls.ts'
import type { MessageRow } from '../store/store.ts'
import type { CallAnswer } from './read-answers.ts'
import { toMessage } from './read-history.ts'

const QUOTE_MAX_CHARACTERS = 64

/** What the answers mean for the stored message. */
interface Outcomes {
  /** What is folded into it before anything else happens. */
  readonly chunks: readonly Chunk[]
  /** Interrupted calls that go on. */
  readonly resumed: ReadonlySet<string>
}

/** @throws AlcoveError `invalid_request`, or `conflict` when somebody else than this server wrote it. */
export function requireOwn(row: MessageRow): Message {
  const message = toMessage(row)
  if (message?.role !== 'assistant') {
    throw new AlcoveError('invalid_request', 'messages: only an answer can go on.')
  }
  if (row.origin === 'server') return message
  throw new AlcoveError(
    'conflict',
    'This answer is not as the server wrote it: nothing in it can be allowed or answered.',
    { hint: 'Ask for the answer again.' },
  )
}

/**
 * Holds answers against the stored message, which alone says what waits, for whom, and with which
 * arguments. What an answer says that the message says too is left out: published clients send all of
 * an answer back.
 *
 * @throws AlcoveError `conflict` when a call does not wait for that.
 */
export function checkAnswers(
  message: Message,
  answers: readonly CallAnswer[],
  backendTools: readonly Pick<BackendTool, 'name'>[],
): Outcomes {
  if (message.status?.type !== 'requires-action') throw createOverError()
  const backend = new Set(backendTools.map(({ name }) => name))
  const news = answers.filter((answer) => !isRepeated(findCall(message, answer), answer))
  if (news.length === 0) throw createOverError()
  for (const answer of news) requireWaiting(findCall(message, answer), answer, backend)
  return {
    chunks: news.flatMap(toChunks),
    resumed: new Set(news.flatMap(({ type, toolCallId }) => (type === 'resume' ? toolCallId : []))),
  }
}

/** Whether nobody but a person, or their browser, can say how the call goes on. */
export function isWaiting({ state, result, interrupt }: ToolCallPart): boolean {
  if (result !== undefined || state === 'output-denied') return false
  // With cut arguments nobody can run it.
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
      if (backend.has(toolName)) {
        throw createCallError(answer, 'is one that the server runs itself: it takes no result')
      }
      if (!approval && !interrupt) return
      throw createCallError(answer, 'waits for a decision, not for a result')
    case 'approval':
      if (state === 'approval-requested' && approval?.id === answer.approvalId) return
      throw createCallError(answer, 'does not wait for this approval')
    case 'resume':
      if (interrupt?.behavior === 'resume') return
      throw createCallError(answer, 'has no interrupt that it could go on after')
    default:
      answer satisfies never
  }
}

/**
 * Whether an answer is for the call that is stored: a yes, or a result, that was given for other arguments is
 * for another call. A no counts in any case.
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
  /** The row id of the answer. */
  readonly answerId: string
  /** Interrupted calls that go on. */
  readonly resumed: Outcomes['resumed']
  /** All tools of the assistant's: one of them may have been allowed. */
  readonly backend: BackendTools
  /** Model calls of the whole answer. */
  readonly maxSteps: number
  readonly askModel: (answer: Message, signal: AbortSignal) => AnswerChunks
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

/** Somebody stopped it: what was said to its calls stands, and it does not go on. */
export async function* stopAnswer(): AsyncGenerator<Chunk, void, undefined> {
  yield { type: 'abort' }
}
