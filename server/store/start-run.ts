import type { Selectable } from 'kysely'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createRowId, isRowId } from '../../shared/ids.ts'
import { inTurns } from '../steps/in-turns.ts'
import type { Trx } from './database.ts'
import { compareColumn, fromColumn } from './json-column.ts'
import { requireRoom, rowBytes } from './message-bytes.ts'
import { findMessage, insertMessage, requireParent, toMessageRow } from './message-rows.ts'
import type { RunRow, RunStart, Scope } from './store.ts'
import { refuseOpenRun } from './open-run.ts'
import type { MessagesTable, ThreadsTable } from './tables.ts'
import { advanceThread, findThread, insertThread, toThreadRow } from './thread-rows.ts'

export interface StartRun {
  readonly scope: Scope
  readonly start: RunStart
  readonly now: string
  readonly isShared: boolean
}

type Submit = Extract<RunStart['turn'], { readonly type: 'submit' }>
type Continue = Extract<RunStart['turn'], { readonly type: 'continue' }>

interface Turn {
  readonly userMessage: Selectable<MessagesTable>
  readonly ownsUserMessage: boolean
  /** The answer that goes on. */
  readonly answer?: Selectable<MessagesTable>
}

export async function startRun(trx: Trx, { scope, start, now, isShared }: StartRun) {
  const { id: threadId } = await requireThread(trx, { scope, start, now, isShared })
  // The thread is locked: of two starts at once, the second gets here after the first's commit.
  await refuseOpenRun(trx, threadId)
  const { userMessage, ownsUserMessage, answer } = await takeTurn(trx, scope, threadId, start, now)
  // What waits was begun already.
  if (!answer)
    await requireRoom(trx, scope, start.maxBytes, ownsUserMessage ? rowBytes(userMessage) : 0)
  const run: RunRow = {
    id: createRowId('run'),
    scope,
    threadId,
    messageId: answer?.id ?? createRowId('msg'),
    parentId: userMessage.id,
    ownsUserMessage,
    continuesMessage: answer !== undefined,
    startedAt: now,
    requestId: start.requestId ?? null,
    turnKey: start.turnKey ?? null,
  }
  await insertRun(trx, run, start)
  const thread = await trx
    .selectFrom('threads')
    .selectAll()
    .where('id', '=', threadId)
    .executeTakeFirstOrThrow()
  return {
    run,
    thread: toThreadRow({ ...thread, is_running: 1 }),
    userMessage: toMessageRow(userMessage),
  }
}

async function requireThread(
  trx: Trx,
  { scope, start, now, isShared }: StartRun,
): Promise<Selectable<ThreadsTable>> {
  const known = await findThread(trx, scope, start.thread, isShared)
  if (known) return known
  // A row that is gone does not come back under its id as another thread's name.
  if (start.turn.type !== 'submit' || isRowId('thread', start.thread)) {
    throw new AlcoveError('not_found', ERROR_TEXTS.threadNotFound)
  }
  const made = await insertThread(trx, scope, { externalId: start.thread, lastMessageAt: now }, now)
  // Nothing was made when another call made it meanwhile; its commit was waited for.
  const thread = made ?? (await findThread(trx, scope, start.thread, isShared))
  if (!thread) throw new AlcoveError('not_found', ERROR_TEXTS.threadNotFound)
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
  const known = await findMessage(trx, scope, threadId, turn.externalId)
  if (known) {
    const { isSame } = await inTurns(compareColumn(known.content, turn.content))
    if (known.format !== turn.format || !isSame) {
      throw new AlcoveError(
        'idempotency_mismatch',
        'A message with this id was sent before, with other content.',
      )
    }
    return { userMessage: known, ownsUserMessage: false }
  }
  const parent = await requireParent(trx, scope, threadId, turn.parent)
  const userMessage = await insertMessage(trx, {
    scope,
    threadId,
    parent,
    message: turn,
    origin: 'client',
    now,
  })
  await advanceThread(trx, threadId, now)
  return { userMessage, ownsUserMessage: true }
}

/** `message` may name the answer to make again, or the user message whose answer it is. */
async function findTurn(trx: Trx, scope: Scope, threadId: string, message: string): Promise<Turn> {
  const named = await findMessage(trx, scope, threadId, message)
  if (!named) throw new AlcoveError('not_found', ERROR_TEXTS.messageNotFound)
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
  return { userMessage, ownsUserMessage: false }
}

const isOfUser = ({ content }: Selectable<MessagesTable>): boolean =>
  fromColumn(content)['role'] === 'user'

/** The row as its caller saw it: of two calls at once, the second one finds another. */
async function findWaiting(
  trx: Trx,
  scope: Scope,
  threadId: string,
  { message, content }: Continue,
): Promise<Turn> {
  const answer = await findMessage(trx, scope, threadId, message)
  if (!answer) throw new AlcoveError('not_found', ERROR_TEXTS.messageNotFound)
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
  return { userMessage, ownsUserMessage: false, answer }
}

async function insertRun(trx: Trx, run: RunRow, { owner, leaseUntil }: RunStart) {
  await trx
    .insertInto('runs')
    .values({
      id: run.id,
      project_id: run.scope.projectId,
      workspace_id: run.scope.workspaceId,
      user_id: run.scope.userId,
      thread_id: run.threadId,
      message_id: run.messageId,
      parent_id: run.parentId,
      owns_user_message: run.ownsUserMessage ? 1 : 0,
      continues_message: run.continuesMessage ? 1 : 0,
      owner,
      lease_until: leaseUntil,
      started_at: run.startedAt,
      ended_at: null,
      moved_from: null,
      request_id: run.requestId,
      turn_key: run.turnKey,
      stop_requested_at: null,
    })
    .execute()
}
