import { sql, type Kysely } from 'kysely'
import type { Queryable } from '../database.ts'
import type { SearchRepair } from './search-engine.ts'
import { isFailedWrite } from '../explain-folder.ts'
import type { Tables } from '../tables.ts'
import { rebuildSearch } from './index-threads.ts'

/** The part of a log that repairs use. */
export interface RepairLog {
  warn(facts: object, message: string): void
}

/** `empty`: the stored texts could not be read either; texts from now on are found. */
export type Renewal = 'whole' | 'empty'

/** Rebuilds an index from the texts that have all of its contents: those of messages by default. */
export const renewSearch = (
  db: Kysely<Tables>,
  repair: SearchRepair,
  rebuild?: (trx: Queryable) => Promise<void>,
): Promise<Renewal> => db.transaction().execute((trx) => renewWithin(trx, repair, rebuild))

/** Rebuilds an index. Resolves with a sentence for the log. */
export type Renew = (db: Kysely<Tables>, repair: SearchRepair) => Promise<string>

export const renewMessages: Renew = async (db, repair) =>
  RENEWAL_TEXTS[await renewSearch(db, repair)]

/** The same within a transaction, for a migration. */
export async function renewWithin(
  trx: Queryable,
  repair: SearchRepair,
  rebuild: (trx: Queryable) => Promise<void> = rebuildSearch,
): Promise<Renewal> {
  await repair.reset(trx)
  await sql`savepoint emptied`.execute(trx)
  try {
    await rebuild(trx)
    return 'whole'
  } catch (error) {
    // On a full disk the index stays as it was, until there is more space.
    if (isFailedWrite(error)) throw error
    await sql`rollback to emptied`.execute(trx)
    return 'empty'
  }
}

/**
 * At a start: checks the index quickly, and rebuilds it if it cannot be read. In any case conversations are
 * stored and shown without a search as well.
 */
export async function mendSearch(
  db: Kysely<Tables>,
  repair: SearchRepair,
  log: RepairLog | undefined,
  renew: Renew,
): Promise<void> {
  try {
    if (await repair.isReadable(db)) return
    log?.warn({}, await renew(db, repair))
  } catch (error) {
    log?.warn({ err: error }, 'The search index cannot be checked.')
  }
}

/**
 * At run time: resolves with true if a failed call shall be retried, because the index was damaged and has
 * been rebuilt. Calls that fail at once share the rebuild.
 */
export function createSearchMender(
  db: Kysely<Tables>,
  repair: SearchRepair,
  log: RepairLog | undefined,
  renew: Renew,
): (error: unknown) => Promise<boolean> {
  let mending: Promise<boolean> | undefined
  async function mend(): Promise<boolean> {
    try {
      if (await repair.isWhole(db)) return false
      log?.warn({}, await renew(db, repair))
      return true
    } catch (failure) {
      log?.warn({ err: failure }, 'The search index is damaged and could not be made anew.')
      return false
    } finally {
      mending = undefined
    }
  }
  return async (error) => {
    if (!repair.isDamage(error)) return false
    mending ??= mend()
    return mending
  }
}

/** For the log and the operator. */
const RENEWAL_TEXTS: Readonly<Record<Renewal, string>> = {
  whole: 'The search index could not be read: it was made anew from the messages.',
  empty:
    'The search index could not be read, and not all messages either: it is empty, and finds what is written from now on. Restore a backup.',
}
