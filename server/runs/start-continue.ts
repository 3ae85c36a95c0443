import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import { reopenMessage } from '../../shared/thread/settle-message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { failureName } from '../models/model-log.ts'
import type { MessageRow, Store } from '../store/store.ts'
import { checkAnswers } from './check-answers.ts'
import { continueAnswer } from './continue-answer.ts'
import { createBackend } from './create-request.ts'
import { createAnswerLimit } from './limit-answer.ts'
import { limitsLeft } from './limits-left.ts'
import { openSavedRun } from './open-saved-run.ts'
import { readHistory, toMessage } from './read-history.ts'
import type { ContinueTurn } from './read-turn.ts'
import { answerLimits } from './run-parts.ts'
import type { PreparedCall, SavedParts, SavedStart } from './saved-parts.ts'

/**
 * Goes on with an answer that waits. Everything but the answers to its calls comes from its row; who
 * sends the same answer a second time is refused, before or while the first one runs.
 */
export async function startContinue(
  parts: SavedParts,
  prepared: PreparedCall,
  turn: ContinueTurn,
): Promise<SavedStart> {
  const { store, onError } = parts
  const { caller, call, slot, assistant, amountOf, ask } = prepared
  const row = await requireRow(store, prepared, turn.message)
  const stored = requireOwn(row)
  const { chunks, resumed } = checkAnswers(stored, turn.answers, assistant.tools)
  const answer = reopenMessage(stored)
  const limits = answerLimits(amountOf)
  const first = chunks.flatMap(createAnswerLimit(limitsLeft(limits, stored)))
  await slot.take()
  const { isStopped } = turn
  const open = await store.runs.start(caller, {
    thread: call.body.id,
    owner: parts.owner,
    leaseUntil: parts.leaseUntil(),
    requestId: call.requestId,
    turnKey: call.turnKey,
    turn: { type: 'continue', message: row.id, content: row.content },
  })
  const answerId = open.run.messageId
  const setup = {
    answerId,
    resumed,
    backend: createBackend(assistant, caller, amountOf),
    maxSteps: assistant.maxSteps,
    async *askModel(answer: Message, signal: AbortSignal) {
      const history = await readHistory(parts, caller, open.run, answer)
      yield* ask(history, answerId, signal)
    },
    onToolFailure: (toolName: string, error: unknown) => onError(describe(toolName, error)),
  }
  return openSavedRun(parts, prepared, {
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
  { caller, call }: PreparedCall,
  name: string,
): Promise<MessageRow> {
  const thread = await store.threads.find(caller, call.body.id)
  if (!thread) throw new AlcoveError('not_found', ERROR_TEXTS.threadNotFound)
  const row = await store.messages.find(caller, thread.id, name)
  if (!row) throw new AlcoveError('not_found', ERROR_TEXTS.messageNotFound)
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
