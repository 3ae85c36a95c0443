import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createRowId, isRowId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import { inTurns } from '../steps/in-turns.ts'
import type { Database, Trx } from './database.ts'
import { compareColumn, fromColumn } from './json-column.ts'
import { requireQuota, rowBytes } from './message-bytes.ts'
import {
  findMessage,
  findMessageNamed,
  insertMessage,
  requireParent,
  toMessageRow,
  type MessageRow,
} from './message-rows.ts'
import { tellStart } from './notices/tell-facts.ts'
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
  /** A thread's row id or `external_id`; unknown: a thread with that `external_id` is created. */
  readonly thread: string
  /** Unique name of the process that drives the run; see `renewLeases` of `runs.ts`. */
  readonly owner: string
  readonly leaseUntil: string
  /** The call's own id, for a stop of just this call. */
  readonly requestId?: string | undefined
  /** Equal for the same message with the same content: a call that repeats it joins the run. */
  readonly turnKey?: string
  /**
   * Maximum of the workspace's messages, the new one included, for a new answer; a continued one is always
   * allowed.
   */
  readonly maxBytes?: number | undefined
  /** The message to answer: a new user message, or the parent of an answer to make again. */
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
    /** `message`: a pending answer; `content`: its row's content when it was read. */
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
  /** Present if the message is new: the current thread. */
  readonly thread?: ThreadsTable
  /** The answer to continue. */
  readonly answer?: MessagesTable
}

export function createRunStart({ write, now, isShared }: Database) {
  return {
    /**
     * In one transaction: creates the thread if unknown, saves the user message (known by `external_id` or row
     * id, with the same content: kept as it is; other content: `idempotency_mismatch`), opens the run. To be
     * continued, an answer must have the origin `server`, be the last of its conversation, and be unchanged.
     * Errors: `run_active` (data: `{ runId, messageId }`) while another run of the thread is open,
     * `invalid_request` for an unknown parent, `not_found` for an unknown message to make again or to
     * continue, `conflict` for an answer that is not pending any more, `quota_exceeded` beyond `maxBytes`.
     */
    start: (scope: Scope, start: RunStart): Promise<StartedRun> =>
      write(async (trx) => {
        const at = now()
        const found = await requireThread(trx, scope, start, at, isShared)
        const { id: threadId } = found
        // The thread is locked: of two concurrent starts, the second gets here after the first's commit.
        await refuseOpenRun(trx, threadId)
        const turn = await takeTurn(trx, scope, threadId, start, at)
        const { userMessage, thread, answer } = turn
        const ownsUserMessage = thread !== undefined
        if (ownsUserMessage && start.turn.type === 'submit') {
          await tellStart({ trx, isShared, now: at }, userMessage, start.turn.content)
        }
        const addedBytes = ownsUserMessage ? rowBytes(userMessage) : 0
        // A pending answer was counted when it started.
        if (!answer) await requireQuota(trx, scope, start.maxBytes, addedBytes)
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
  // A missing thread is looked up by its name alone.
  const isNamed = start.turn.type === 'submit' && !isRowId('thread', start.thread)
  const find = isNamed ? findThreadNamed : findThread
  const known = await find(trx, scope, start.thread, isShared)
  if (known) return known
  // A removed row does not return under its id as another thread's name.
  if (!isNamed) {
    throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
  }
  const made = await insertThread(trx, scope, { externalId: start.thread, lastMessageAt: now }, now)
  // Empty if another call created it meanwhile, whose commit was waited for.
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

/** `message` may name the answer to make again, or the user message that it answers. */
async function findTurn(trx: Trx, scope: Scope, threadId: string, message: string): Promise<Turn> {
  const named = await findMessage(trx, scope, threadId, message)
  if (!named) throw new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)
  const userMessage = isOfUser(named)
    ? named
    : named.parent_id !== null && (await findMessage(trx, scope, threadId, named.parent_id))
  // A client may have stored a row below an answer.
  if (!userMessage || !isOfUser(userMessage)) {
    throw new AlcoveError(
      'invalid_request',
      'This message answers nothing: it cannot be made again.',
    )
  }
  return { userMessage }
}

const isOfUser = ({ content }: MessagesTable): boolean => fromColumn(content)['role'] === 'user'

/** The row as its caller read it: of two concurrent calls, the second finds a changed one. */
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
