import { sql } from 'kysely'
import { createRowId } from '../../../shared/ids.ts'
import type { Trx } from '../database.ts'
import type { SourceKind } from '../knowledge/knowledge-tables.ts'
import { NEVER_CRAWLED } from '../knowledge/source-queries.ts'

/** Sources of former settings that a project keeps, for an undo. Drafts that change again and again leave more. */
export const LEFT_SOURCES_MAX = 50

/** A source of settings. */
export interface SetSource {
  readonly kind: SourceKind
  readonly location: string
  /** JSON of its settings. */
  readonly settings: string
}

/** Answers for which sources are settled: those of the published version, or those of the draft. */
export type Finder = 'is_live' | 'is_draft'

interface Settling {
  readonly projectId: string
  readonly finder: Finder
  readonly wanted: readonly SetSource[]
  readonly now: string
}

const keyOf = ({ kind, location }: Pick<SetSource, 'kind' | 'location'>): string =>
  JSON.stringify([kind, location])

/**
 * Lets answers of the finder find exactly these sources among those of settings. A new one is crawled; one that
 * no answer finds any more is kept, with the time. Sources of the configuration and of commands stay.
 */
export async function settleSources(
  trx: Trx,
  { projectId, finder, wanted, now }: Settling,
): Promise<void> {
  const rows = await trx
    .selectFrom('knowledge_sources')
    .select(['id', 'kind', 'location', 'settings', 'is_set', 'is_live', 'state'])
    .where('project_id', '=', projectId)
    .execute()
  const known = new Map(rows.map((row) => [keyOf(row), row]))
  for (const source of wanted) {
    const row = known.get(keyOf(source))
    if (!row) {
      await insertSource(trx, { projectId, finder, source, now })
    } else if (row.is_set === 1 || row.state === 'removing') {
      // The draft's options must not change what live answers find.
      const isNew = row.settings !== source.settings
      const changes = isNew && (finder === 'is_live' || row.is_live === 0)
      await trx
        .updateTable('knowledge_sources')
        .set({ [finder]: 1, is_set: 1, left_at: null })
        .set(row.is_set === 1 ? {} : { [other(finder)]: 0 })
        .set(changes ? { settings: source.settings, due_at: now } : {})
        .set(row.state === 'removing' ? { state: 'waiting', due_at: now } : {})
        .where('id', '=', row.id)
        .execute()
    }
  }
  const kept = new Set(wanted.map(keyOf))
  for (const row of rows) {
    if (row.is_set === 0 || kept.has(keyOf(row))) continue
    await leave(trx, row.id, finder)
  }
  await markLeft(trx, projectId, now)
}

/** The draft is gone: its answers would find what live ones find. */
export async function settleAsLive(trx: Trx, projectId: string, now: string): Promise<void> {
  await trx
    .updateTable('knowledge_sources')
    .set(({ ref }) => ({ is_draft: ref('is_live') }))
    .where('project_id', '=', projectId)
    .where('is_set', '=', 1)
    .execute()
  await markLeft(trx, projectId, now)
}

const other = (finder: Finder): Finder => (finder === 'is_live' ? 'is_draft' : 'is_live')

async function insertSource(
  trx: Trx,
  { projectId, finder, source, now }: Omit<Settling, 'wanted'> & { readonly source: SetSource },
) {
  await trx
    .insertInto('knowledge_sources')
    .values({
      ...NEVER_CRAWLED,
      id: createRowId('source'),
      project_id: projectId,
      kind: source.kind,
      location: source.location,
      settings: source.settings,
      is_fixed: 0,
      is_set: 1,
      is_live: finder === 'is_live' ? 1 : 0,
      is_draft: finder === 'is_draft' ? 1 : 0,
      due_at: now,
      created_at: now,
    })
    .execute()
}

const leave = (trx: Trx, id: string, finder: Finder) =>
  trx
    .updateTable('knowledge_sources')
    .set({ [finder]: 0 })
    .where('id', '=', id)
    .execute()

async function markLeft(trx: Trx, projectId: string, now: string) {
  await trx
    .updateTable('knowledge_sources')
    .set({ left_at: now })
    .where('project_id', '=', projectId)
    .where('is_set', '=', 1)
    .where('is_live', '=', 0)
    .where('is_draft', '=', 0)
    .where('left_at', 'is', null)
    .execute()
  const left = await trx
    .selectFrom('knowledge_sources')
    .select('id')
    .where('project_id', '=', projectId)
    .where('left_at', 'is not', null)
    .where('state', '!=', 'removing')
    // A crawled one is worth more than one of a draft that changed at once.
    .orderBy(({ fn }) => fn.coalesce('crawled_at', sql.lit('')), 'desc')
    .orderBy('left_at', 'desc')
    .execute()
  const over = left.slice(LEFT_SOURCES_MAX).map(({ id }) => id)
  if (over.length === 0) return
  await trx
    .updateTable('knowledge_sources')
    .set({ state: 'removing', lease_owner: null, lease_until: null })
    .where('id', 'in', over)
    .execute()
}
