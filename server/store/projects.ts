import type { Selectable } from 'kysely'
import { AlcoveError } from '../../shared/errors.ts'
import type { Database, Queryable } from './database.ts'
import type { ProjectQueries, ProjectRow } from './store.ts'
import type { ProjectsTable } from './tables.ts'

/** However many there are, no statement reads more. */
export const PROJECTS_PER_STATEMENT = 500

/** The operator's own: nothing narrows these queries. */
export function createProjectQueries(database: Database): ProjectQueries {
  return {
    create: ({ id, name }) =>
      database.write(async (trx) => {
        const made = await trx
          .insertInto('projects')
          .values({ id, name, created_at: database.now(), suspended_at: null })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (made) return toProjectRow(made)
        throw new AlcoveError('conflict', `There is a project "${id}" already. Choose another id.`)
      }),
    find: (id) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('projects')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()
        return row && toProjectRow(row)
      }),
    async list() {
      const rows: Selectable<ProjectsTable>[] = []
      for (;;) {
        const next = await database.read((db) => listAfter(db, rows.at(-1)?.id))
        rows.push(...next)
        if (next.length < PROJECTS_PER_STATEMENT) return rows.map(toProjectRow)
      }
    },
    setSuspended: (id, isSuspended) =>
      database.write(
        async (trx) => {
          const { numUpdatedRows } = await trx
            .updateTable('projects')
            .set(({ fn, ref, val }) => ({
              // Twice keeps the first time.
              suspended_at: isSuspended
                ? fn.coalesce(ref('suspended_at'), val(database.now()))
                : null,
            }))
            .where('id', '=', id)
            .executeTakeFirst()
          return numUpdatedRows > 0n
        },
        { isRepeatable: true },
      ),
  }
}

function listAfter(db: Queryable, last: string | undefined) {
  let query = db.selectFrom('projects').selectAll().orderBy('id').limit(PROJECTS_PER_STATEMENT)
  if (last !== undefined) query = query.where('id', '>', last)
  return query.execute()
}

const toProjectRow = (row: Selectable<ProjectsTable>): ProjectRow => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  suspendedAt: row.suspended_at,
})
