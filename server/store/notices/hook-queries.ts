import { HOOK_WAITING_MAX, HOOKS_MAX, type NoticeEvent } from '../../../shared/desk/notices.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { createRowId } from '../../../shared/ids.ts'
import { type Database, type Queryable, REPEATABLE, type Trx } from '../database.ts'
import { toDeliveryRow, type DeliveryRow } from './delivery-rows.ts'
import type { NoticeHooksTable } from './notice-tables.ts'
import { addDelivery, countWaiting } from './tell-notice.ts'

/** A secret of a webhook, which only the server's own secret opens. */
export interface SealedSecret {
  readonly sealed: string
  readonly madeAt: string
}

export interface HookRow {
  readonly id: string
  readonly projectId: string
  readonly url: string
  readonly events: readonly NoticeEvent[]
  /** At most two, the newest first. */
  readonly secrets: readonly SealedSecret[]
  readonly isOn: boolean
  readonly createdAt: string
}

export interface ListedHook extends HookRow {
  /** Undelivered notices. */
  readonly waiting: number
  readonly last: DeliveryRow | undefined
}

export interface HookChange {
  readonly url: string
  readonly events: readonly NoticeEvent[]
  readonly isOn: boolean
}

/** Secrets that sign at the same time: the newest, and the one before until it is removed. */
const SECRETS_MAX = 2

/** Webhooks of projects. */
export function createHookQueries({ read, write, now, isShared }: Database) {
  return {
    /** The oldest first. */
    list: (projectId: string): Promise<readonly ListedHook[]> =>
      read(async (db) => {
        const rows = await ofProject(db, projectId).orderBy('created_at').orderBy('id').execute()
        const listed: ListedHook[] = []
        for (const row of rows) {
          const waiting = await countWaiting(db, row.id)
          listed.push({ ...toHookRow(row), waiting, last: await lastDelivery(db, row.id) })
        }
        return listed
      }),
    async find(projectId: string, id: string): Promise<HookRow | undefined> {
      const row = await read((db) =>
        ofProject(db, projectId).where('id', '=', id).executeTakeFirst(),
      )
      return row && toHookRow(row)
    },
    /** @throws AlcoveError `quota_exceeded`. */
    add: (
      projectId: string,
      hook: Pick<HookRow, 'url' | 'events'> & { readonly sealed: string },
    ): Promise<HookRow> =>
      write(async (trx) => {
        // Locked, so that of two that come at once the second counts the first.
        await trx
          .selectFrom('projects')
          .select('id')
          .where('id', '=', projectId)
          .$if(isShared, (query) => query.forUpdate())
          .execute()
        const known = await ofProject(trx, projectId).limit(HOOKS_MAX).execute()
        if (known.length >= HOOKS_MAX) throw createTooManyError()
        const at = now()
        const row = await trx
          .insertInto('notice_hooks')
          .values({
            id: createRowId('hook'),
            project_id: projectId,
            url: hook.url,
            events: JSON.stringify(hook.events),
            secrets: JSON.stringify([{ sealed: hook.sealed, madeAt: at }]),
            is_on: 1,
            created_at: at,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return toHookRow(row)
      }),
    /** Switching off gives up what waits. Returns false for an unknown webhook. */
    change: (projectId: string, id: string, change: HookChange): Promise<boolean> =>
      write(async (trx) => {
        const known = await lock(trx, isShared, projectId, id)
        if (!known) return false
        await trx
          .updateTable('notice_hooks')
          .set({
            url: change.url,
            events: JSON.stringify(change.events),
            is_on: change.isOn ? 1 : 0,
          })
          .where('id', '=', id)
          .execute()
        if (!change.isOn) await giveUpWaiting(trx, id)
        return true
      }, REPEATABLE),
    /** Signs with a new secret, and with the newest one so far. Returns false for an unknown webhook. */
    addSecret: (projectId: string, id: string, sealed: string): Promise<boolean> =>
      write(async (trx) => {
        const known = await lock(trx, isShared, projectId, id)
        if (!known) return false
        const secrets = [{ sealed, madeAt: now() }, ...known.secrets].slice(0, SECRETS_MAX)
        await setSecrets(trx, id, secrets)
        return true
      }),
    /** Signs with the newest secret alone. Returns false for an unknown webhook. */
    endOldSecret: (projectId: string, id: string): Promise<boolean> =>
      write(async (trx) => {
        const known = await lock(trx, isShared, projectId, id)
        if (!known) return false
        await setSecrets(trx, id, known.secrets.slice(0, 1))
        return true
      }, REPEATABLE),
    /** Removes a webhook with its deliveries. Returns false for an unknown one. */
    remove: (projectId: string, id: string): Promise<boolean> =>
      write(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('notice_hooks')
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return numDeletedRows > 0n
      }),
    /**
     * Adds a notice that only says that the webhook works.
     *
     * @returns the delivery's id; undefined for an unknown webhook.
     * @throws AlcoveError `quota_exceeded` if as many as may already wait; nothing is kept.
     */
    addTest: (projectId: string, hookId: string): Promise<string | undefined> =>
      write(async (trx) => {
        if (!(await lock(trx, isShared, projectId, hookId))) return undefined
        const noticeId = createRowId('notice')
        const at = now()
        await trx
          .insertInto('notices')
          .values({
            id: noticeId,
            project_id: projectId,
            event: 'test',
            thread_id: null,
            position: 0,
            data: '{}',
            words: null,
            dedupe: null,
            created_at: at,
          })
          .execute()
        const place = { noticeId, hookId, projectId, threadId: null, position: 0, now: at }
        const id = await addDelivery(trx, place)
        if (id === undefined) throw createWaitingError()
        return id
      }),
  }
}

const ofProject = (db: Queryable, projectId: string) =>
  db.selectFrom('notice_hooks').selectAll().where('project_id', '=', projectId)

async function lock(
  trx: Trx,
  isShared: boolean,
  projectId: string,
  id: string,
): Promise<HookRow | undefined> {
  const row = await ofProject(trx, projectId)
    .where('id', '=', id)
    .$if(isShared, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && toHookRow(row)
}

async function lastDelivery(db: Queryable, hookId: string): Promise<DeliveryRow | undefined> {
  const row = await db
    .selectFrom('notice_deliveries')
    .innerJoin('notices', 'notices.id', 'notice_id')
    .selectAll('notice_deliveries')
    .select('notices.event')
    .where('hook_id', '=', hookId)
    .orderBy('notice_deliveries.created_at', 'desc')
    .orderBy('notice_deliveries.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toDeliveryRow(row)
}

async function giveUpWaiting(trx: Trx, hookId: string): Promise<void> {
  await trx
    .updateTable('notice_deliveries')
    .set({ state: 'gave-up', lease: null })
    .where('hook_id', '=', hookId)
    .where('state', '=', 'due')
    .execute()
}

async function setSecrets(trx: Trx, id: string, secrets: readonly SealedSecret[]): Promise<void> {
  await trx
    .updateTable('notice_hooks')
    .set({ secrets: JSON.stringify(secrets) })
    .where('id', '=', id)
    .execute()
}

const toHookRow = (row: NoticeHooksTable): HookRow => ({
  id: row.id,
  projectId: row.project_id,
  url: row.url,
  events: JSON.parse(row.events) as NoticeEvent[],
  secrets: JSON.parse(row.secrets) as SealedSecret[],
  isOn: row.is_on === 1,
  createdAt: row.created_at,
})

const createTooManyError = (): AlcoveError =>
  new AlcoveError('quota_exceeded', `A project has at most ${HOOKS_MAX} webhooks.`, {
    hint: 'Remove one that is no longer needed.',
  })

const createWaitingError = (): AlcoveError =>
  new AlcoveError('quota_exceeded', `${HOOK_WAITING_MAX} notices wait for this webhook already.`, {
    hint: 'Wait for its receiver, or switch the webhook off and on: that gives up what waits.',
  })
