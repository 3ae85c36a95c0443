import { sql } from 'kysely'
import { AlcoveError } from '../../../shared/errors.ts'
import { createRowId } from '../../../shared/ids.ts'
import { REPEATABLE, type Database, type Queryable, type Trx } from '../database.ts'
import { toSourceRow, type NewSource, type SourceCounts, type SourceRow } from './source-rows.ts'

/** Sources of projects. What a crawl changes in them is in `crawl-queries.ts`. */
export function createSourceQueries({ read, write, now }: Database) {
  return {
    /**
     * Adds a source, which servers crawl from that time on; default: now.
     *
     * @throws AlcoveError `conflict` if the project has it already.
     */
    add: (source: NewSource, dueAt: string = now()): Promise<SourceRow> =>
      write(
        async (trx) => {
          const known = await findSame(trx, source)
          if (known) throw createKnownError(known.id)
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
    fix: (source: NewSource): Promise<void> =>
      write(
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
            .set(known.state === 'removing' ? { state: 'waiting' } : {})
            .where('id', '=', known.id)
            .execute()
          if (known.settings !== source.settings) await readAgain(trx, known.id)
        },
        { ...REPEATABLE, asksAgain: true },
      ),
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
    /** Sources whose removal a process began and did not end. */
    async listRemoving(): Promise<readonly SourceRow[]> {
      const rows = await read((db) =>
        db.selectFrom('knowledge_sources').selectAll().where('state', '=', 'removing').execute(),
      )
      return rows.map(toSourceRow)
    },
    /** Removes some documents of a source in removal, and at last the source. Returns whether any were left. */
    removeStep: (id: string): Promise<boolean> =>
      write(async (trx) => {
        const documents = await trx
          .selectFrom('knowledge_documents')
          .select('id')
          .where('source_id', '=', id)
          .limit(REMOVED_PER_STEP)
          .execute()
        if (documents.length > 0) {
          const ids = documents.map((document) => document.id)
          await trx.deleteFrom('knowledge_documents').where('id', 'in', ids).execute()
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

/** Documents that one transaction removes. */
const REMOVED_PER_STEP = 20

const NEVER_CRAWLED = {
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

const findSame = (db: Queryable, { projectId, kind, location }: NewSource) =>
  db
    .selectFrom('knowledge_sources')
    .select(['id', 'settings', 'is_fixed', 'state'])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('location', '=', location)
    .executeTakeFirst()

/** Unchanged pages do not tell their links, of which other settings may take more. */
const readAgain = (trx: Trx, sourceId: string) =>
  trx
    .updateTable('knowledge_documents')
    .set({ etag: null, last_modified: null, hash: '' })
    .where('source_id', '=', sourceId)
    .execute()

const createKnownError = (id: string): AlcoveError =>
  new AlcoveError('conflict', `The project has this source already: ${id}.`, {
    hint: 'Refresh it, or remove it first to change its settings.',
  })
