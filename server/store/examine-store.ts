import { Kysely, sql } from 'kysely'
import { emptyConversations, renewConversations } from './desk/conversation-backlog.ts'
import { isFailedWrite } from './explain-folder.ts'
import { explainFailure, isFailure, openPlace, type PlaceSettings } from './open-place.ts'
import { renewKnowledgeIndex } from './knowledge/renew-index.ts'
import { rebuildSearch } from './search/index-threads.ts'
import { renewSearch } from './search/search-repair.ts'
import type { LimitsState } from './postgres-limits.ts'
import type { Tables } from './tables.ts'

/** An unused page costs only space. */
const UNUSED_PAGE = /never used$/
/** Maximum of reported faults. */
const FAULTS_MAX = 20

export interface Examination {
  /** Faults in the file of the embedded database. Empty for Postgres, which checks its own. */
  readonly faults: readonly string[]
  /** `busy`: the index is damaged, or should be rebuilt, and a running server prevents it. */
  readonly search: 'whole' | 'anew' | 'empty' | 'busy'
  /** For Postgres: source of the time limits of requests. */
  readonly limits: LimitsState | undefined
}

/**
 * Checks all of the embedded database, and rebuilds its search index if that is damaged, or if `renewsSearch`
 * asks for it: on Postgres only then.
 *
 * @throws AlcoveError as `openStore` does.
 */
export async function examineStore({
  renewsSearch,
  ...settings
}: PlaceSettings & { readonly renewsSearch: boolean }): Promise<Examination> {
  let isRenewed = false
  // A repair while opening is reported by the same word.
  const log = { warn: () => void (isRenewed = true) }
  const { dialect, limits, isAlone, release } = await openPlace({ ...settings, isTool: true, log })
  const db = new Kysely<Tables>({ dialect: dialect.createMigrationDialect() })
  const { repair } = dialect.search
  const { repair: deskRepair } = dialect.conversations
  const { repair: knowledgeRepair } = dialect.knowledge
  async function examineSearch(): Promise<Examination['search']> {
    if (repair === undefined) {
      if (renewsSearch) {
        await db.transaction().execute(rebuildSearch)
        await db.transaction().execute((trx) => emptyConversations(trx, undefined))
      }
      return renewsSearch ? 'anew' : 'whole'
    }
    const isDeskWhole = deskRepair === undefined || (await deskRepair.isWhole(db))
    const isKnowledgeWhole = knowledgeRepair === undefined || (await knowledgeRepair.isWhole(db))
    const isWhole = !renewsSearch && (await repair.isWhole(db))
    if (isWhole && isDeskWhole && isKnowledgeWhole) return isRenewed ? 'anew' : 'whole'
    if (!isAlone) return 'busy'
    if (deskRepair && (renewsSearch || !isDeskWhole)) await renewConversations(db, deskRepair)
    const renewals = [
      knowledgeRepair && (renewsSearch || !isKnowledgeWhole)
        ? await renewKnowledgeIndex(db, knowledgeRepair)
        : 'whole',
      isWhole ? 'whole' : await renewSearch(db, repair),
    ]
    return renewals.includes('empty') ? 'empty' : 'anew'
  }
  try {
    const search = await examineSearch()
    return { faults: repair ? await listFaults(db, isAlone) : [], search, limits }
  } catch (error) {
    // A failed write does not concern the stored data.
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
  // Unused pages remain after an index was cut out.
  if (faults.length === 0 && lines.length > 0 && isAlone) await sql`vacuum`.execute(db)
  return faults
}
