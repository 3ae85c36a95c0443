import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createRowId, isRowId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import { inTurns } from '../steps/in-turns.ts'
import type { Database, Trx } from './database.ts'
import { compareColumn, fromColumn } from './json-column.ts'
import { requireRoom, rowBytes } from './message-bytes.ts'
import {
  findMessage,
  findMessageNamed,
  insertMessage,
  requireParent,
  toMessageRow,
  type MessageRow,
} from './message-rows.ts'
import { insertRun, refuseOpenRun, type RunRow } from './run-rows.ts'
import type { Scope } from './scope.ts'
import type { MessagesTable, ThreadsTable } from './tables.ts'
import {
  advanceThread,
  findThread,
  findThreadNamed,
  insertThread,
  toThreadRow,
  type ThreadRow,
} from './thread-rows.ts'

export interface RunStart {
  /** A thread's row id or `external_id`; unknown: a thread with that `external_id` is made. */
  readonly thread: string
  /** The process that runs it, a name that no other ever has; see `renewLeases` of `runs.ts`. */
  readonly owner: string
  readonly leaseUntil: string
  /** The name that the call gives itself, for a stop that means just it. */
  readonly requestId?: string | undefined
  /** The same for the same message with the same content: whoever sends it again joins the run. */
  readonly turnKey?: string
  /**
   * An answer begins only while the workspace's messages, the new one included, take no more than
   * this; one that goes on always may.
   */
  readonly maxBytes?: number | undefined
  /** What the run answers: a new user message, or the parent of an answer that is made again. */
  readonly turn:
    | {
        readonly type: 'submit'
        readonly parent: string | null
        readonly externalId: string
        readonly format: string
        readonly content: JsonObject
      }
    /** `message`: the answer to make again, or the user message that it answers. */
    | { readonly type: 'regenerate'; readonly message: string }
    /** `message`: an answer that waits; `content`: what its row held when that was seen. */
    | { readonly type: 'continue'; readonly message: string; readonly content: JsonObject }
}

export interface StartedRun {
  readonly run: RunRow
  readonly thread: ThreadRow
  readonly userMessage: MessageRow
}

type Submit = Extract<RunStart['turn'], { readonly type: 'submit' }>
type Continue = Extract<RunStart['turn'], { readonly type: 'continue' }>

interface Turn {
  readonly userMessage: MessagesTable
  /** Present when the message is new: the thread as it is now. */
  readonly thread?: ThreadsTable
  /** The answer that goes on. */
  readonly answer?: MessagesTable
}

export function createRunStart({ write, now, isShared }: Database) {
  return {
    /**
     * One transaction: makes the thread when unknown, saves the user message (known by `external_id`
     * or row id, with the same content: kept as it is; other content: `idempotency_mismatch`), opens
     * the run. To go on with an answer, its row must be this server's own, the last of its talk, and
     * unchanged.
     * Errors: `run_active` (data: `{ runId, messageId }`) while another run of the thread is open,
     * `invalid_request` for an unknown parent, `not_found` for an unknown message to make again or to go
     * on with, `conflict` for an answer that waits no more, `quota_exceeded` beyond `maxBytes`.
     */
    start: (scope: Scope, start: RunStart): Promise<StartedRun> =>
      write(async (trx) => {
        const at = now()
        const found = await requireThread(trx, scope, start, at, isShared)
        const { id: threadId } = found
        // The thread is locked: of two starts at once, the second gets here after the first's commit.
        await refuseOpenRun(trx, threadId)
        const turn = await takeTurn(trx, scope, threadId, start, at)
        const { userMessage, thread, answer } = turn
        const ownsUserMessage = thread !== undefined
        const addedBytes = ownsUserMessage ? rowBytes(userMessage) : 0
        // What waits was begun already.
        if (!answer) await requireRoom(trx, scope, start.maxBytes, addedBytes)
        const run: RunRow = {
          id: createRowId('run'),
          scope,
          threadId,
          messageId: answer?.id ?? createRowId('msg'),
          parentId: userMessage.id,
          ownsUserMessage,
          continuesMessage: answer !== undefined,
          startedAt: at,
          requestId: start.requestId ?? null,
          turnKey: start.turnKey ?? null,
        }
        await insertRun(trx, run, start)
        return {
          run,
          thread: toThreadRow({ ...(thread ?? found), is_running: 1 }),
          userMessage: toMessageRow(userMessage),
        }
      }),
  }
}

async function requireThread(
  trx: Trx,
  scope: Scope,
  start: RunStart,
  now: string,
  isShared: boolean,
): Promise<ThreadsTable> {
  // A thread that is not there yet is asked for by its name alone.
  const isNamed = start.turn.type === 'submit' && !isRowId('thread', start.thread)
  const find = isNamed ? findThreadNamed : findThread
  const known = await find(trx, scope, start.thread, isShared)
  if (known) return known
  // A row that is gone does not come back under its id as another thread's name.
  if (!isNamed) {
    throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
  }
  const made = await insertThread(trx, scope, { externalId: start.thread, lastMessageAt: now }, now)
  // Nothing was made when another call made it meanwhile; its commit was waited for.
  const thread = made ?? (await findThreadNamed(trx, scope, start.thread, isShared))
  if (!thread) throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
  return thread
}

function takeTurn(
  trx: Trx,
  scope: Scope,
  threadId: string,
  { turn }: RunStart,
  now: string,
): Promise<Turn> {
  switch (turn.type) {
    case 'submit':
      return saveUserMessage(trx, scope, threadId, turn, now)
    case 'regenerate':
      return findTurn(trx, scope, threadId, turn.message)
    case 'continue':
      return findWaiting(trx, scope, threadId, turn)
    default:
      return turn satisfies never
  }
}

async function saveUserMessage(
  trx: Trx,
  scope: Scope,
  threadId: string,
  turn: Submit,
  now: string,
): Promise<Turn> {
  const { externalId } = turn
  const find = isRowId('msg', externalId) ? findMessage : findMessageNamed
  const known = await find(trx, scope, threadId, externalId)
  if (known) {
    const { isSame } = await inTurns(compareColumn(known.content, turn.content))
    if (known.format !== turn.format || !isSame) {
      throw new AlcoveError(
        'idempotency_mismatch',
        'A message with this id was sent before, with other content.',
      )
    }
    return { userMessage: known }
  }
  const parent = await requireParent(trx, scope, threadId, turn.parent)
  const message = { scope, threadId, parent, message: turn, origin: 'client', now } as const
  const userMessage = await insertMessage(trx, message)
  const said = { id: userMessage.id, content: turn.content }
  return { userMessage, thread: await advanceThread(trx, threadId, now, said) }
}

/** `message` may name the answer to make again, or the user message whose answer it is. */
async function findTurn(trx: Trx, scope: Scope, threadId: string, message: string): Promise<Turn> {
  const named = await findMessage(trx, scope, threadId, message)
  if (!named) throw new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)
  const userMessage = isOfUser(named)
    ? named
    : named.parent_id !== null && (await findMessage(trx, scope, threadId, named.parent_id))
  // A row that a client stored may stand below an answer.
  if (!userMessage || !isOfUser(userMessage)) {
    throw new AlcoveError(
      'invalid_request',
      'This message answers nothing: it cannot be made again.',
    )
  }
  return { userMessage }
}

const isOfUser = ({ content }: MessagesTable): boolean => fromColumn(content)['role'] === 'user'

/** The row as its caller saw it: of two calls at once, the second one finds another. */
async function findWaiting(
  trx: Trx,
  scope: Scope,
  threadId: string,
  { message, content }: Continue,
): Promise<Turn> {
  const answer = await findMessage(trx, scope, threadId, message)
  if (!answer) throw new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)
  const userMessage =
    answer.parent_id === null
      ? undefined
      : await findMessage(trx, scope, threadId, answer.parent_id)
  const child = await trx
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('parent_id', '=', answer.id)
    .limit(1)
    .executeTakeFirst()
  const { isSame } = await inTurns(compareColumn(answer.content, content))
  const isOwn = answer.origin === 'server' && isSame
  if (!isOwn || child || !userMessage) {
    throw new AlcoveError('conflict', 'This answer waits for nothing any more.', {
      hint: 'Load the conversation again.',
    })
  }
  return { userMessage, answer }
}
