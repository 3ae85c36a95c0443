import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Queryable } from './database.ts'
import type { Tables } from './tables.ts'

/** A step without work counts fewer changes than this. */
const CHANGES_OF_WORK = 2

/** Sets an option of an index of FTS5, or gives it a command. */
export const setIndex = (index: string, name: string, value: number): RawBuilder<unknown> =>
  sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values (${sql.lit(name)}, ${sql.lit(value)})`

/**
 * By default FTS5 rewrites a part of the index inside of the statement that removes a text, which may block
 * all answers for seconds.
 */
export const removesQuickly = (index: string): RawBuilder<unknown> =>
  setIndex(index, 'deletemerge', 0)

/**
 * By default FTS5 joins parts of the index inside of some commits, which take a hundred milliseconds then in a large
 * index. Whoever adds texts joins a little each time instead: {@link joinParts}.
 */
export const joinsInSteps = (index: string): RawBuilder<unknown> => setIndex(index, 'automerge', 0)

/** Joins some pages of parts of like size, if there are enough such parts. */
export async function joinParts(
  trx: Queryable,
  index: string,
  { pages, joinedParts }: Omit<TidyStep, 'gonePercent'>,
): Promise<void> {
  await setIndex(index, 'usermerge', joinedParts).execute(trx)
  await setIndex(index, 'merge', pages).execute(trx)
}

export interface TidyStep {
  /** Pages of 4 KiB that it rewrites. */
  readonly pages: number
  /** Percentage of removed texts from which a part of the index is rewritten. */
  readonly gonePercent: number
  /** Parts of like size that are joined; a search looks for each term in every part. */
  readonly joinedParts: number
}

/** A short step of compaction. Returns whether there was anything to do. */
export async function tidyIndex(
  trx: Transaction<Tables>,
  index: string,
  { pages, gonePercent, joinedParts }: TidyStep,
): Promise<boolean> {
  const changes = async () => {
    const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(trx)
    return rows[0]!.n
  }
  await setIndex(index, 'deletemerge', gonePercent).execute(trx)
  await setIndex(index, 'usermerge', joinedParts).execute(trx)
  const before = await changes()
  await setIndex(index, 'merge', pages).execute(trx)
  const changed = (await changes()) - before
  // For an index of an older version as well.
  await removesQuickly(index).execute(trx)
  return changed >= CHANGES_OF_WORK
}
