import { sql } from 'kysely'
import { createRowId } from '../../../shared/ids.ts'
import { REPEATABLE, type Database } from '../database.ts'
import type { SourceState } from './knowledge-tables.ts'
import { toSourceRow, type SourceRow } from './source-rows.ts'

/**
 * Time after which the crawl of a dead or hanging process passes to another one; in the database's time, so
 * that machines' clocks do not matter.
 */
export const CRAWL_LEASE_MS = 30_000

/** A process that crawls a source. Another one cannot until the lease ends. */
export interface CrawlLease {
  readonly sourceId: string
  /** Random name of the process's work on this source. */
  readonly owner: string
}

export type DueSource = Pick<SourceRow, 'id' | 'projectId'>

export interface CrawlEnd {
  readonly state: Extract<SourceState, 'ready' | 'failed'>
  /** A sentence for the owner. */
  readonly problem: string | null
  /** Time of the next crawl; `null`: only when asked. */
  readonly dueAt: string | null
}

/** Leases of crawls, their beginnings and ends. The addresses of a crawl are in `crawl-queue.ts`. */
export function createCrawlQueries({ read, write, now }: Database) {
  const later = () => new Date(Date.parse(now()) + CRAWL_LEASE_MS).toISOString()

  const take = (lease: CrawlLease): Promise<SourceRow | undefined> =>
    write(async (trx) => {
      const row = await trx
        .updateTable('knowledge_sources')
        .set({ lease_owner: lease.owner, lease_until: later() })
        .where('id', '=', lease.sourceId)
        .where('state', '!=', 'removing')
        .where(isFree(lease.owner, now()))
        .returningAll()
        .executeTakeFirst()
      return row && toSourceRow(row)
    }, REPEATABLE)

  return {
    /** Takes a source to crawl, or renews the lease; undefined if another process has it, or it is gone. */
    take,
    /** Sources that are due, or whose crawl its process left, the longest waiting first. */
    listDue(): Promise<readonly DueSource[]> {
      const at = now()
      return read((db) =>
        db
          .selectFrom('knowledge_sources')
          .innerJoin('projects', 'projects.id', 'knowledge_sources.project_id')
          .select(['knowledge_sources.id', 'knowledge_sources.project_id as projectId'])
          .where('projects.suspended_at', 'is', null)
          .where('state', '!=', 'removing')
          .where('left_at', 'is', null)
          .where((where) => where.or([where('due_at', '<=', at), where('state', '=', 'crawling')]))
          .where((where) =>
            where.or([where('lease_until', 'is', null), where('lease_until', '<=', at)]),
          )
          .orderBy('due_at')
          .execute(),
      )
    },
    /** True if no process crawls the source. */
    async isFree(sourceId: string): Promise<boolean> {
      const row = await read((db) =>
        db
          .selectFrom('knowledge_sources')
          .select('lease_until')
          .where('id', '=', sourceId)
          .executeTakeFirst(),
      )
      return row === undefined || row.lease_until === null || row.lease_until <= now()
    },
    /** Begins a crawl, or goes on with the unfinished one. Undefined if the lease was lost. */
    begin: (lease: CrawlLease): Promise<SourceRow | undefined> =>
      write(async (trx) => {
        const owned = trx
          .updateTable('knowledge_sources')
          .where('id', '=', lease.sourceId)
          .where('lease_owner', '=', lease.owner)
          .where('state', '!=', 'removing')
        await owned
          .set({ crawl_id: createRowId('crawl'), crawl_started_at: now() })
          .where('crawl_id', 'is', null)
          .execute()
        const row = await owned.set({ state: 'crawling' }).returningAll().executeTakeFirst()
        return row && toSourceRow(row)
      }, REPEATABLE),
    /** Ends a crawl, unless the lease was lost. */
    async end(lease: CrawlLease, { state, problem, dueAt }: CrawlEnd): Promise<void> {
      await write(
        (trx) =>
          trx
            .updateTable('knowledge_sources')
            .set({ state, problem, due_at: dueAt, crawl_id: null, crawl_started_at: null })
            .set({ lease_owner: null, lease_until: null })
            .set(state === 'ready' ? { crawled_at: now() } : {})
            .where('id', '=', lease.sourceId)
            .where('lease_owner', '=', lease.owner)
            .where('state', '!=', 'removing')
            .execute(),
        REPEATABLE,
      )
    },
    /** Leaves a crawl unfinished for another process. */
    async release(lease: CrawlLease): Promise<void> {
      await write(
        (trx) =>
          trx
            .updateTable('knowledge_sources')
            .set({ lease_owner: null, lease_until: null })
            .where('id', '=', lease.sourceId)
            .where('lease_owner', '=', lease.owner)
            .execute(),
        REPEATABLE,
      )
    },
  }
}

const isFree = (owner: string, at: string) =>
  sql<boolean>`(lease_owner is null or lease_owner = ${owner} or lease_until <= ${at})`
