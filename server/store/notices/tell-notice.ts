import { HOOK_WAITING_MAX, type NoticeEvent } from '../../../shared/desk/notices.ts'
import { createRowId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Trx } from '../database.ts'

/** The transaction that makes the fact. */
export interface NoticePlace {
  readonly trx: Trx
  /** True if rows must be locked against other connections. */
  readonly isShared: boolean
  /** ISO 8601. */
  readonly now: string
}

/** A fact to tell. */
export interface NewNotice {
  readonly projectId: string
  readonly event: NoticeEvent
  /** The conversation that it is about, which the transaction has locked: its notices have an order. */
  readonly threadId?: string
  /** Ids and figures; lists are short. */
  readonly data: Readonly<Record<string, string | number | null | readonly JsonObject[]>>
  /** Masked words of the person. */
  readonly words?: string | null
  /** Equal for a fact that may be found several times: it is told once. */
  readonly dedupe?: string
  /** True: it is kept for reports, although no webhook wants it. */
  readonly isKept?: boolean
  /** Webhooks that were added later do not get it. */
  readonly until?: string
}

/**
 * Adds a notice for each webhook of the project that wants it, in the transaction of the fact: a fact that is
 * saved is told, whichever process dies. Costs one query in projects without webhooks.
 */
export async function tellNotice(place: NoticePlace, notice: NewNotice): Promise<void> {
  const hooks = await findWanting(place, notice)
  if (hooks.length === 0 && notice.isKept !== true) return
  const { trx, now } = place
  const { projectId, event, threadId = null, data, words = null, dedupe = null } = notice
  const id = createRowId('notice')
  const position = threadId === null ? 0 : await nextPosition(trx, threadId)
  const row = { id, project_id: projectId, event, thread_id: threadId, position, words, dedupe }
  const made = await trx
    .insertInto('notices')
    .values({ ...row, data: JSON.stringify(data), created_at: now })
    .onConflict((conflict) => conflict.column('dedupe').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  for (const hookId of hooks)
    await addDelivery(trx, { noticeId: id, hookId, projectId, threadId, position, now })
}

/** Ids of the webhooks that want the event, locked so that none goes before the transaction ends. */
async function findWanting(
  { trx, isShared }: NoticePlace,
  { projectId, event, until }: NewNotice,
): Promise<readonly string[]> {
  const hooks = await trx
    .selectFrom('notice_hooks')
    .select(['id', 'events'])
    .where('project_id', '=', projectId)
    .where('is_on', '=', 1)
    .$if(until !== undefined, (query) => query.where('created_at', '<=', until!))
    .orderBy('created_at')
    .orderBy('id')
    .$if(isShared, (query) => query.forKeyShare())
    .execute()
  return hooks.flatMap(({ id, events }) =>
    (JSON.parse(events) as string[]).includes(event) ? [id] : [],
  )
}

async function nextPosition(trx: Trx, threadId: string): Promise<number> {
  const row = await trx
    .selectFrom('notices')
    .select('position')
    .where('thread_id', '=', threadId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.position ?? 0) + 1
}

export interface NewDelivery {
  readonly noticeId: string
  readonly hookId: string
  readonly projectId: string
  readonly threadId: string | null
  readonly position: number
  readonly now: string
}

/** Returns the delivery's id; undefined if as many as may already wait for the webhook. */
export async function addDelivery(trx: Trx, added: NewDelivery): Promise<string | undefined> {
  const { noticeId, hookId, projectId, threadId, position, now } = added
  if ((await countWaiting(trx, hookId)) >= HOOK_WAITING_MAX) return undefined
  const id = createRowId('delivery')
  await trx
    .insertInto('notice_deliveries')
    .values({
      id,
      notice_id: noticeId,
      hook_id: hookId,
      project_id: projectId,
      thread_id: threadId,
      position,
      state: 'due',
      next_at: threadId === null ? now : await afterEarlier(trx, hookId, threadId, now),
      lease: null,
      tries: 0,
      attempts: 0,
      log: '[]',
      created_at: now,
    })
    .execute()
  return id
}

/** Undelivered notices of a webhook, counted up to their maximum. */
export async function countWaiting(db: Pick<Trx, 'selectFrom'>, hookId: string): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('notice_deliveries')
        .select('hook_id')
        .where('hook_id', '=', hookId)
        .where('state', '=', 'due')
        .limit(HOOK_WAITING_MAX)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A notice waits with those before it: otherwise many that may not go would stand first in line. */
async function afterEarlier(
  trx: Trx,
  hookId: string,
  threadId: string,
  now: string,
): Promise<string> {
  const row = await trx
    .selectFrom('notice_deliveries')
    .select('next_at')
    .where('hook_id', '=', hookId)
    .where('thread_id', '=', threadId)
    .where('state', '=', 'due')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined && row.next_at > now ? row.next_at : now
}
