import { randomUUID } from 'node:crypto'
import type { Expression, SqlBool } from 'kysely'
import { type Database, type Queryable, REPEATABLE, type Trx } from '../database.ts'
import {
  readLog,
  toDeliveryRow,
  type AttemptRow,
  type ClaimedDelivery,
  type DeliveryRow,
} from './delivery-rows.ts'

/** Time after which another process makes the attempt of one that died. Longer than an attempt may take. */
export const DELIVERY_LEASE_MS = 60_000
/** Due deliveries that one query reads. */
export const DUE_READ = 100
export const DELIVERIES_PER_PAGE = 30

export interface ClaimSettings {
  /** Attempts of this process at most. */
  readonly limit: number
  /** Attempts among them for one webhook. */
  readonly perHook: number
  /** Attempts among them for the webhooks of one project. */
  readonly perProject: number
  /** Attempts that it is making. */
  readonly running: Iterable<Pick<ClaimedDelivery, 'hookId' | 'projectId'>>
}

export type DeliveryEnd =
  | { readonly state: 'done' | 'gave-up' }
  | { readonly state: 'due'; readonly nextAt: string }

/** Deliveries of notices, which all servers of the database share. */
export function createDeliveryQueries({ read, write, now, isShared }: Database) {
  /** Takes deliveries for attempts: no other process does within {@link DELIVERY_LEASE_MS}. */
  async function take(trx: Trx, ids: readonly string[]): Promise<readonly ClaimedDelivery[]> {
    if (ids.length === 0) return []
    const lease = randomUUID()
    const until = new Date(Date.parse(now()) + DELIVERY_LEASE_MS).toISOString()
    await trx
      .updateTable('notice_deliveries')
      .set(({ eb }) => ({
        next_at: until,
        lease,
        tries: eb('tries', '+', 1),
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', 'in', ids)
      .execute()
    const rows = await trx
      .selectFrom('notice_deliveries')
      .innerJoin('notices', 'notices.id', 'notice_id')
      .selectAll('notice_deliveries')
      .select(['notices.event', 'notices.data', 'notices.words', 'notices.created_at as told_at'])
      .where('notice_deliveries.id', 'in', ids)
      .execute()
    return rows
      .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      .map((row) => ({
        id: row.id,
        hookId: row.hook_id,
        projectId: row.project_id,
        lease,
        tries: row.tries,
        attempts: row.attempts,
        log: readLog(row.log),
        notice: {
          id: row.notice_id,
          event: row.event,
          threadId: row.thread_id,
          data: JSON.parse(row.data) as ClaimedDelivery['notice']['data'],
          words: row.words,
          createdAt: row.told_at,
        },
      }))
  }

  return {
    /** Takes deliveries that are due, the longest due first; of a conversation only the first one that is not delivered. */
    claimDue: ({
      limit,
      perHook,
      perProject,
      running,
    }: ClaimSettings): Promise<readonly ClaimedDelivery[]> =>
      write(async (trx) => {
        const at = now()
        const hooks = createCounts(perHook)
        const projects = createCounts(perProject)
        for (const { hookId, projectId } of running) {
          hooks.add(hookId)
          projects.add(projectId)
        }
        const chosen: string[] = []
        // Each round chooses one at least: a webhook with many that are due first hides others from one query alone.
        for (;;) {
          const candidates = await selectDue(trx, at)
            .$if(hooks.full.length > 0, (query) => query.where('hook_id', 'not in', hooks.full))
            .$if(projects.full.length > 0, (query) =>
              query.where('project_id', 'not in', projects.full),
            )
            .$if(chosen.length > 0, (query) => query.where('id', 'not in', chosen))
            .orderBy('next_at')
            .orderBy('id')
            .limit(DUE_READ)
            .$if(isShared, (query) => query.forUpdate().skipLocked())
            .execute()
          for (const { id, hook_id, project_id } of candidates) {
            const isFull = hooks.full.includes(hook_id) || projects.full.includes(project_id)
            if (chosen.length >= limit || isFull) continue
            hooks.add(hook_id)
            projects.add(project_id)
            chosen.push(id)
          }
          if (chosen.length >= limit || candidates.length < DUE_READ) break
        }
        return take(trx, chosen)
      }),
    /** Takes one delivery, if it is due. */
    claim: (id: string): Promise<ClaimedDelivery | undefined> =>
      write(async (trx) => {
        const row = await selectDue(trx, now())
          .where('id', '=', id)
          .$if(isShared, (query) => query.forUpdate().skipLocked())
          .executeTakeFirst()
        return row && (await take(trx, [row.id]))[0]
      }),
    /**
     * Writes the end of an attempt. Later notices of the same conversation wait as long as this one.
     *
     * @returns false if another process has taken the delivery since, or it is gone.
     */
    end: (
      { id, lease }: Pick<ClaimedDelivery, 'id' | 'lease'>,
      end: DeliveryEnd,
      log: readonly AttemptRow[],
    ): Promise<boolean> =>
      write(async (trx) => {
        const nextAt = end.state === 'due' ? end.nextAt : now()
        const row = await trx
          .updateTable('notice_deliveries')
          .set({ state: end.state, next_at: nextAt, lease: null, log: JSON.stringify(log) })
          .where('id', '=', id)
          .where('lease', '=', lease)
          .returning(['hook_id', 'thread_id', 'position'])
          .executeTakeFirst()
        if (row && row.thread_id !== null && end.state === 'due') {
          await trx
            .updateTable('notice_deliveries')
            .set({ next_at: nextAt })
            .where('hook_id', '=', row.hook_id)
            .where('thread_id', '=', row.thread_id)
            .where('state', '=', 'due')
            .where('position', '>', row.position)
            .execute()
        }
        return row !== undefined
      }, REPEATABLE),
    /** Newest first. */
    async list(hookId: string, after?: string): Promise<readonly DeliveryRow[]> {
      const rows = await read(async (db) => {
        const last = after === undefined ? undefined : await findRow(db, after)
        return selectRows(db)
          .where('hook_id', '=', hookId)
          .$if(last !== undefined, (query) =>
            query.where(({ eb, refTuple, tuple }) =>
              eb(
                refTuple('notice_deliveries.created_at', 'notice_deliveries.id'),
                '<',
                tuple(last!.created_at, last!.id),
              ),
            ),
          )
          .orderBy('notice_deliveries.created_at', 'desc')
          .orderBy('notice_deliveries.id', 'desc')
          .limit(DELIVERIES_PER_PAGE)
          .execute()
      })
      return rows.map(toDeliveryRow)
    },
    async find(projectId: string, id: string): Promise<DeliveryRow | undefined> {
      const row = await read((db) => findRow(db, id))
      return row?.project_id === projectId ? toDeliveryRow(row) : undefined
    },
    /** Delivers again what is done or was given up. Returns false if it waits already, or is unknown. */
    repeat: (projectId: string, id: string): Promise<boolean> =>
      write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('notice_deliveries')
          .set({ state: 'due', next_at: now(), lease: null, tries: 0 })
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .where('state', '!=', 'due')
          .executeTakeFirstOrThrow()
        return numUpdatedRows > 0n
      }),
  }
}

const selectRows = (db: Queryable) =>
  db
    .selectFrom('notice_deliveries')
    .innerJoin('notices', 'notices.id', 'notice_id')
    .selectAll('notice_deliveries')
    .select('notices.event')

const findRow = (db: Queryable, id: string) =>
  selectRows(db).where('notice_deliveries.id', '=', id).executeTakeFirst()

/** Deliveries for an attempt: none whose conversation has an earlier one that is not delivered. */
const selectDue = (trx: Trx, now: string) =>
  trx
    .selectFrom('notice_deliveries')
    .select(['id', 'hook_id', 'project_id'])
    .where('state', '=', 'due')
    .where('next_at', '<=', now)
    .where(({ not, exists, selectFrom }): Expression<SqlBool> =>
      not(
        exists(
          selectFrom('notice_deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.hook_id', '=', 'notice_deliveries.hook_id')
            .whereRef('earlier.thread_id', '=', 'notice_deliveries.thread_id')
            .whereRef('earlier.position', '<', 'notice_deliveries.position')
            .where('earlier.state', '=', 'due'),
        ),
      ),
    )

/** Counts by id, and the ids that have reached a maximum. */
function createCounts(max: number) {
  const counts = new Map<string, number>()
  const full: string[] = []
  return {
    full,
    add(id: string) {
      const count = (counts.get(id) ?? 0) + 1
      counts.set(id, count)
      if (count === max) full.push(id)
    },
  }
}
