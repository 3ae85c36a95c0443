import { sql } from 'kysely'
import { inStatements, REPEATABLE, type Database, type Queryable, type Trx } from '../database.ts'
import type { QueueState } from './knowledge-tables.ts'

/** An address that a crawl found. */
export interface FoundAddress {
  readonly address: string
  /** Links from the source to here; 0: the source names it itself. */
  readonly depth: number
  /** Change date by a sitemap, ISO 8601. */
  readonly modifiedAt: string | null
}

/** Addresses that crawls found. Each step leaves the crawl in a state to go on from. */
export function createCrawlQueue({ read, write }: Database) {
  return {
    /**
     * Adds addresses to a crawl. Those that the source had are always taken, new ones up to its limit of pages.
     *
     * @returns how many found no place.
     */
    async enqueue(
      sourceId: string,
      crawlId: string,
      found: readonly FoundAddress[],
      maxPages: number,
    ): Promise<number> {
      let leftOut = 0
      for (const some of inStatements(found, ADDRESSES_PER_STATEMENT)) {
        leftOut += await write(
          (trx) => enqueueSome(trx, { sourceId, crawlId, maxPages }, some),
          REPEATABLE,
        )
      }
      return leftOut
    },
    /** Adds some addresses of former crawls to this one. Returns whether there were any. */
    requeueSome: (sourceId: string, crawlId: string): Promise<boolean> =>
      write(async (trx) => {
        const rows = await listOthers(trx, sourceId, crawlId)
        if (rows.length === 0) return false
        await trx
          .updateTable('knowledge_queue')
          .set({ crawl_id: crawlId, state: AGAIN })
          .where('source_id', '=', sourceId)
          .where('address', 'in', rows)
          .execute()
        return true
      }, REPEATABLE),
    /** Removes some addresses that this crawl did not find. Returns whether there were any. */
    dropSome: (sourceId: string, crawlId: string): Promise<boolean> =>
      write(async (trx) => {
        const rows = await listOthers(trx, sourceId, crawlId)
        if (rows.length === 0) return false
        await trx
          .deleteFrom('knowledge_queue')
          .where('source_id', '=', sourceId)
          .where('address', 'in', rows)
          .execute()
        return true
      }, REPEATABLE),
    /** Removes addresses of a source. */
    async dropAddresses(sourceId: string, addresses: readonly string[]): Promise<void> {
      for (const some of inStatements(addresses, ADDRESSES_PER_STATEMENT)) {
        await write(
          (trx) =>
            trx
              .deleteFrom('knowledge_queue')
              .where('source_id', '=', sourceId)
              .where('address', 'in', some)
              .execute(),
          REPEATABLE,
        )
      }
    },
    /** Addresses that the crawl is not done with: those of the crawl before, then the nearest. */
    async listWaiting(
      sourceId: string,
      crawlId: string,
      limit: number,
    ): Promise<readonly FoundAddress[]> {
      const rows = await read((db) =>
        db
          .selectFrom('knowledge_queue')
          .select(['address', 'depth', 'modified_at'])
          .where('source_id', '=', sourceId)
          .where('crawl_id', '=', crawlId)
          .where('state', '!=', sql.lit('done'))
          .orderBy('state')
          .orderBy('depth')
          .orderBy('address')
          .limit(limit)
          .execute(),
      )
      return rows.map(({ address, depth, modified_at: modifiedAt }) => ({
        address,
        depth,
        modifiedAt,
      }))
    },
    async markDone(sourceId: string, address: string): Promise<void> {
      await write(
        (trx) =>
          trx
            .updateTable('knowledge_queue')
            .set({ state: 'done' })
            .where('source_id', '=', sourceId)
            .where('address', '=', address)
            .execute(),
        REPEATABLE,
      )
    },
    /** Addresses of the crawl, and how many of them it is done with. */
    async progress(sourceId: string, crawlId: string): Promise<{ total: number; done: number }> {
      const row = await read((db) =>
        db
          .selectFrom('knowledge_queue')
          .select(({ fn }) => [fn.countAll().as('total'), DONE.as('done')])
          .where('source_id', '=', sourceId)
          .where('crawl_id', '=', crawlId)
          .executeTakeFirst(),
      )
      return { total: Number(row?.total ?? 0), done: Number(row?.done ?? 0) }
    },
  }
}

const ADDRESSES_PER_STATEMENT = 100

/** The state of a known address in a new crawl. */
const AGAIN = sql<QueueState>`case when knowledge_queue.state = 'done' then 'waiting' else 'left' end`
const DONE = sql<string | null>`sum(case when state = 'done' then 1 else 0 end)`

interface Queue {
  readonly sourceId: string
  readonly crawlId: string
  readonly maxPages: number
}

async function enqueueSome(
  trx: Trx,
  { sourceId, crawlId, maxPages }: Queue,
  found: readonly FoundAddress[],
): Promise<number> {
  const addresses = found.map(({ address }) => address)
  const rows = await trx
    .selectFrom('knowledge_queue')
    .select(['address', 'crawl_id'])
    .where('source_id', '=', sourceId)
    .where('address', 'in', addresses)
    .execute()
  const known = new Map(rows.map((row) => [row.address, row.crawl_id]))
  const fresh = found.filter(({ address }) => !known.has(address))
  const room = fresh.length === 0 ? 0 : Math.max(0, maxPages - (await countRows(trx, sourceId)))
  const taken = [
    ...found.filter(({ address }) => known.has(address) && known.get(address) !== crawlId),
    ...fresh.slice(0, room),
  ]
  if (taken.length > 0) {
    await trx
      .insertInto('knowledge_queue')
      .values(
        taken.map(({ address, depth, modifiedAt }) => ({
          source_id: sourceId,
          address,
          crawl_id: crawlId,
          depth,
          modified_at: modifiedAt,
          state: 'waiting' as const,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['source_id', 'address']).doUpdateSet(({ ref }) => ({
          crawl_id: ref('excluded.crawl_id'),
          depth: ref('excluded.depth'),
          modified_at: ref('excluded.modified_at'),
          state: AGAIN,
        })),
      )
      .execute()
  }
  return fresh.length - Math.min(fresh.length, room)
}

async function countRows(db: Queryable, sourceId: string): Promise<number> {
  const row = await db
    .selectFrom('knowledge_queue')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

async function listOthers(db: Queryable, sourceId: string, crawlId: string) {
  const rows = await db
    .selectFrom('knowledge_queue')
    .select('address')
    .where('source_id', '=', sourceId)
    .where('crawl_id', '!=', crawlId)
    .limit(ADDRESSES_PER_STATEMENT)
    .execute()
  return rows.map(({ address }) => address)
}
