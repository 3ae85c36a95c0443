import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message, ToolCallPart } from '../../shared/thread/message.ts'
import { reopenMessage } from '../../shared/thread/settle-message.ts'
import { outOfSteps } from '../../shared/wire/chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Files } from '../files/files.ts'
import { failureName } from '../models/model-log.ts'
import type { BackendTools } from '../models/model.ts'
import { resumeCalls } from '../models/run-calls.ts'
import { TOOL_TEXTS } from '../models/backend-tool.ts'
import type { MessageRow, Store } from '../store/store.ts'
import { callsOf, checkAnswers, isWaiting, type Outcomes } from './check-answers.ts'
import { createBackend } from './create-ask.ts'
import { answerLimits, createAnswerLimit, limitsLeft } from './limit-answer.ts'
import { readHistory, toMessage } from './read-history.ts'
import type { ContinueTurn } from './read-call.ts'
import type { RunDriver, SavedCall, SavedStart } from './run-driver.ts'

export interface ContinueParts {
  readonly store: Store
  readonly files: Pick<Files, 'read'>
  readonly driver: Pick<RunDriver, 'open' | 'drive'>
  readonly onError: (error: unknown) => void
}

/**
 * Goes on with an answer that waits. Everything but the answers to its calls comes from its row; who
 * sends the same answer a second time is refused, before or while the first one runs.
 */
export async function startContinue(
  { store, files, driver, onError }: ContinueParts,
  saved: SavedCall,
  turn: ContinueTurn,
): Promise<SavedStart> {
  const { caller, slot, assistant, amountOf, ask } = saved
  const row = await requireRow(store, saved, turn.message)
  const stored = requireOwn(row)
  const { chunks, resumed } = checkAnswers(stored, turn.answers, assistant.tools)
  const answer = reopenMessage(stored)
  const limits = answerLimits(amountOf)
  const first = chunks.flatMap(createAnswerLimit(limitsLeft(limits, stored)))
  await slot.take()
  const { isStopped } = turn
  const open = await driver.open(saved, {
    type: 'continue',
    message: row.id,
    content: row.content,
  })
  const answerId = open.run.messageId
  const setup = {
    answerId,
    resumed,
    backend: createBackend(assistant, caller, amountOf),
    maxSteps: assistant.maxSteps,
    async *askModel(said: Message, signal: AbortSignal) {
      const history = await readHistory({ store, files }, caller, open.run, said)
      yield* ask(history, answerId, signal)
    },
    onToolFailure: (toolName: string, error: unknown) => onError(describe(toolName, error)),
  }
  return driver.drive(saved, {
    open,
    answer,
    hasContent: true,
    first,
    limits: limitsLeft(limits, first.reduce(applyChunk, answer)),
    chunks: (signal, current) =>
      isStopped ? stopAnswer() : continueAnswer(setup, signal, current),
  })
}

async function* stopAnswer(): AsyncGenerator<Chunk, void, undefined> {
  yield { type: 'abort' }
}

async function requireRow(
  store: Store,
  { caller, call }: SavedCall,
  name: string,
): Promise<MessageRow> {
  const thread = await store.threads.find(caller, call.body.id)
  if (!thread) throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
  const row = await store.messages.find(caller, thread.id, name)
  if (!row) throw new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)
  return row
}

function requireOwn(row: MessageRow): Message {
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

const describe = (toolName: string, error: unknown): AlcoveError =>
  new AlcoveError('unavailable', `The tool ${toolName} failed: ${failureName(error)}.`)

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
