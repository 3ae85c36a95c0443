import { Kysely, sql } from 'kysely'
import { isFailedWrite } from './explain-folder.ts'
import { explainFailure, isFailure, openPlace, type PlaceSettings } from './open-place.ts'
import { rebuildSearch } from './search/index-threads.ts'
import { renewSearch } from './search/search-repair.ts'
import type { LimitsState } from './postgres-limits.ts'
import type { Tables } from './tables.ts'

/** A page that nothing uses costs room and nothing else. */
const UNUSED_PAGE = /never used$/
/** After so many faults one more says nothing new. */
const FAULTS_MAX = 20

export interface Examination {
  /** What is wrong with the file of the embedded database. Empty for Postgres, which checks its own. */
  readonly faults: readonly string[]
  /** `busy`: it is not as it should be, or shall be made anew, and a server that runs is in the way. */
  readonly search: 'whole' | 'anew' | 'empty' | 'busy'
  /** Of Postgres: where the time limits of requests come from. */
  readonly limits: LimitsState | undefined
}

/**
 * Reads all of the embedded database, and makes its search index anew where that is damaged, or where
 * `renewsSearch` asks for it: on Postgres only then.
 *
 * @throws AlcoveError as `openStore` does.
 */
export async function examineStore({
  renewsSearch,
  ...settings
}: PlaceSettings & { readonly renewsSearch: boolean }): Promise<Examination> {
  let isRenewed = false
  // What opening it had to mend already is told by the same word.
  const log = { warn: () => void (isRenewed = true) }
  const { dialect, limits, isAlone, release } = await openPlace({ ...settings, isTool: true, log })
  const db = new Kysely<Tables>({ dialect: dialect.createMigrationDialect() })
  const { repair } = dialect.search
  async function examineSearch(): Promise<Examination['search']> {
    if (repair === undefined) {
      if (renewsSearch) await db.transaction().execute(rebuildSearch)
      return renewsSearch ? 'anew' : 'whole'
    }
    if (!renewsSearch && (await repair.isWhole(db))) return isRenewed ? 'anew' : 'whole'
    if (!isAlone) return 'busy'
    return (await renewSearch(db, repair)) === 'whole' ? 'anew' : 'empty'
  }
  try {
    const search = await examineSearch()
    return { faults: repair ? await listFaults(db, isAlone) : [], search, limits }
  } catch (error) {
    // A failed write says nothing of the stored data.
    if (!isFailure(dialect, error) || isFailedWrite(error)) throw explainFailure(dialect, error)
    const message = error instanceof Error ? error.message : String(error)
    return { faults: [message], search: 'busy', limits }
  } finally {
    await db.destroy()
    release()
  }
}

async function listFaults(db: Kysely<Tables>, isAlone: boolean): Promise<readonly string[]> {
  const { rows } = await sql<{ integrity_check: string }>`
    pragma integrity_check(${sql.lit(FAULTS_MAX)})
  `.execute(db)
  const said = rows.flatMap((row) => row.integrity_check.split('\n'))
  const lines = said.filter((line) => line !== 'ok' && !line.startsWith('***'))
  const faults = lines.filter((line) => !UNUSED_PAGE.test(line))
  // An index that had to be cut out leaves them.
  if (faults.length === 0 && lines.length > 0 && isAlone) await sql`vacuum`.execute(db)
  return faults
}
