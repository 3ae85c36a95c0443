import { sql } from 'kysely'
import { AlcoveError } from '../../../shared/errors.ts'
import { createRowId } from '../../../shared/ids.ts'
import { REPEATABLE, type Database, type Queryable } from '../database.ts'
import { requireRoomForSource } from './added-sources.ts'
import { removePieces } from './remove-pieces.ts'
import { toSourceRow, type NewSource, type SourceCounts, type SourceRow } from './source-rows.ts'
import { updateDocuments } from './update-documents.ts'

/** Sources of projects. What a crawl changes in them is in `crawl-queries.ts`. */
export function createSourceQueries({ read, write, now }: Database) {
  /** Unchanged pages do not tell their links, of which other settings may take more. */
  const readAgain = (sourceId: string) =>
    updateDocuments(write, sourceId, (query) => query.set(UNREAD))

  return {
    /**
     * Adds a source, which servers crawl from that time on; default: now.
     *
     * @throws AlcoveError `conflict` if the project has it already, `quota_exceeded` if it has its most.
     */
    add: (source: NewSource, dueAt: string = now()): Promise<SourceRow> =>
      write(
        async (trx) => {
          const known = await findSame(trx, source)
          if (known) throw createKnownError(known.id)
          await requireRoomForSource(trx, source.projectId)
          const id = createRowId('source')
          const columns = { ...toColumns(source), id, ...NEVER_CRAWLED }
          const row = await trx
            .insertInto('knowledge_sources')
            .values({ ...columns, due_at: dueAt, created_at: now() })
            .returningAll()
            .executeTakeFirstOrThrow()
          return toSourceRow(row)
        },
        { asksAgain: true },
      ),
    /**
     * Adds or changes a source of the configuration. One that was added by a command becomes fixed. Other
     * settings make it due at once, with all of its documents read again.
     */
    async fix(source: NewSource): Promise<void> {
      const before = await read((db) => findSame(db, source))
      // First, in steps: after a kill between two of them the settings still differ, so that it begins anew.
      if (before && before.settings !== source.settings) await readAgain(before.id)
      await write(
        async (trx) => {
          const known = await findSame(trx, source)
          if (!known) {
            const columns = { ...toColumns(source), ...NEVER_CRAWLED }
            await trx
              .insertInto('knowledge_sources')
              .values({ ...columns, id: createRowId('source'), due_at: now(), created_at: now() })
              .execute()
            return
          }
          const isSame = known.settings === source.settings && known.is_fixed === 1
          if (isSame && known.state !== 'removing') return
          await trx
            .updateTable('knowledge_sources')
            .set({ settings: source.settings, is_fixed: 1, due_at: now() })
            // The configuration wins over settings of the desk, and all answers find it.
            .set({ is_set: 0, is_live: 1, is_draft: 1, left_at: null })
            .set(known.state === 'removing' ? { state: 'waiting' } : {})
            .where('id', '=', known.id)
            .execute()
        },
        { ...REPEATABLE, asksAgain: true },
      )
    },
    /** Sources by project, in the order in which they were added. */
    async list(projectId?: string): Promise<readonly SourceRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('knowledge_sources')
          .selectAll()
          .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId!))
          .where('state', '!=', 'removing')
          .orderBy('project_id')
          .orderBy('created_at')
          .orderBy('location')
          .orderBy('id')
          .execute(),
      )
      return rows.map(toSourceRow)
    },
    async find(projectId: string, id: string): Promise<SourceRow | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('knowledge_sources')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .where('state', '!=', 'removing')
          .executeTakeFirst(),
      )
      return row && toSourceRow(row)
    },
    /** Makes a source due now. */
    async makeDue(projectId: string, id: string): Promise<void> {
      await write(
        (trx) =>
          trx
            .updateTable('knowledge_sources')
            .set({ due_at: now() })
            .where('project_id', '=', projectId)
            .where('id', '=', id)
            .execute(),
        REPEATABLE,
      )
    },
    /** Ends a source for readers and crawls; its rows are removed by steps, see `removeStep`. */
    async startRemoval(projectId: string, id: string): Promise<void> {
      await write(
        (trx) =>
          trx
            .updateTable('knowledge_sources')
            .set({ state: 'removing', lease_owner: null, lease_until: null })
            .where('project_id', '=', projectId)
            .where('id', '=', id)
            .execute(),
        REPEATABLE,
      )
    },
    /** Ends the sources of settings that no answer has found since that time. */
    async startRemovalOfLeft(before: string): Promise<void> {
      await write(
        (trx) =>
          trx
            .updateTable('knowledge_sources')
            .set({ state: 'removing', lease_owner: null, lease_until: null })
            .where('left_at', '<', before)
            .where('state', '!=', 'removing')
            .execute(),
        REPEATABLE,
      )
    },
    /** Before a source gets other settings: its next crawl reads all of its documents again. */
    async readAgainIfChanged(source: Omit<NewSource, 'isFixed'>): Promise<void> {
      const known = await read((db) => findSame(db, source))
      if (known && known.settings !== source.settings) await readAgain(known.id)
    },
    /** Sources whose removal a process began and did not end. */
    async listRemoving(): Promise<readonly SourceRow[]> {
      const rows = await read((db) =>
        db.selectFrom('knowledge_sources').selectAll().where('state', '=', 'removing').execute(),
      )
      return rows.map(toSourceRow)
    },
    /**
     * Removes some pieces of a source in removal, its documents, and at last the source. Returns whether any were left.
     */
    removeStep: (id: string): Promise<boolean> =>
      write(async (trx) => {
        const document = await trx
          .selectFrom('knowledge_documents')
          .select('id')
          .where('source_id', '=', id)
          .limit(1)
          .executeTakeFirst()
        if (document) {
          // The configuration may name the source again, whose crawl has to read a half document anew.
          if (await removePieces(trx, document.id)) {
            await trx
              .updateTable('knowledge_documents')
              .set(UNREAD)
              .where('id', '=', document.id)
              .execute()
          } else {
            await trx.deleteFrom('knowledge_documents').where('id', '=', document.id).execute()
          }
          return true
        }
        await trx
          .deleteFrom('knowledge_sources')
          .where('id', '=', id)
          .where('state', '=', 'removing')
          .execute()
        return false
      }, REPEATABLE),
    /** Documents of each of the project's sources. */
    async count(projectId: string): Promise<ReadonlyMap<string, SourceCounts>> {
      const { rows } = await read((db) =>
        sql<Record<keyof SourceCounts | 'source_id', string>>`
          select source_id,
            sum(case when unread_reason is null then 1 else 0 end) as documents,
            sum(case when unread_reason is null then 0 else 1 end) as unread,
            sum(case when missing_since is null then 0 else 1 end) as missing
          from knowledge_documents where project_id = ${projectId} group by source_id
        `.execute(db),
      )
      return new Map(
        rows.map(({ source_id: id, documents, unread, missing }) => [
          id,
          { documents: Number(documents), unread: Number(unread), missing: Number(missing) },
        ]),
      )
    },
  }
}

/** The next crawl reads such a document, whatever its source answers. */
const UNREAD = { etag: null, last_modified: null, hash: '' } as const

/** Columns of a new source. */
export const NEVER_CRAWLED = {
  state: 'waiting',
  problem: null,
  crawl_id: null,
  crawl_started_at: null,
  crawled_at: null,
  lease_owner: null,
  lease_until: null,
} as const

const toColumns = ({ projectId, kind, location, settings, isFixed }: NewSource) => ({
  project_id: projectId,
  kind,
  location,
  settings,
  is_fixed: isFixed ? 1 : 0,
})

const findSame = (
  db: Queryable,
  { projectId, kind, location }: Pick<NewSource, 'projectId' | 'kind' | 'location'>,
) =>
  db
    .selectFrom('knowledge_sources')
    .select(['id', 'settings', 'is_fixed', 'state'])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('location', '=', location)
    .executeTakeFirst()

const createKnownError = (id: string): AlcoveError =>
  new AlcoveError('conflict', `The project has this source already: ${id}.`, {
    hint: 'Refresh it, or remove it first to change its settings.',
  })
