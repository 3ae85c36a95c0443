import type { ExpressionBuilder, Selectable, UpdateObject } from 'kysely'
import { AlcoveError } from '../../shared/errors.ts'
import { REPEATABLE, type Database } from './database.ts'
import type { ProjectsTable, Tables } from './tables.ts'

/** Maximum rows of one reading statement. */
export const PROJECTS_PER_STATEMENT = 500

export interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** `null` unless the operator suspended it. */
  readonly suspendedAt: string | null
  /** Since when only named users may chat; `null`: visitors may, too. */
  readonly namedOnlySince: string | null
  /** Bits of work that a new visitor proves; `null`: as in `alcove.config.ts`. */
  readonly workBits: number | null
  /** The version of its settings that is in effect; `null`: none was published. */
  readonly publishedNumber: number | null
}

type ProjectChange = (
  columns: ExpressionBuilder<Tables, 'projects'>,
) => UpdateObject<Tables, 'projects'>

/** For the operator, so no scope narrows these queries. */
export function createProjectQueries({ read, write, now }: Database) {
  /** Changes columns of one project. Returns whether there was such a project. */
  async function update(id: string, change: ProjectChange): Promise<boolean> {
    const { numUpdatedRows } = await write(
      (trx) => trx.updateTable('projects').set(change).where('id', '=', id).executeTakeFirst(),
      REPEATABLE,
    )
    return numUpdatedRows > 0n
  }

  return {
    /** @throws AlcoveError `conflict` if the id is taken. */
    create: ({ id, name }: Pick<ProjectRow, 'id' | 'name'>): Promise<ProjectRow> =>
      write(async (trx) => {
        const made = await trx
          .insertInto('projects')
          .values({
            id,
            name,
            created_at: now(),
            suspended_at: null,
            named_only_since: null,
            work_bits: null,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (made) return toProjectRow(made)
        throw new AlcoveError('conflict', `There is a project "${id}" already. Choose another id.`)
      }),
    async find(id: string): Promise<ProjectRow | undefined> {
      const row = await read((db) =>
        db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      return row && toProjectRow(row)
    },
    /** All, by id; only for the operator's tools. */
    async list(): Promise<readonly ProjectRow[]> {
      const rows: Selectable<ProjectsTable>[] = []
      for (;;) {
        const last = rows.at(-1)?.id ?? ''
        const next = await read((db) =>
          db
            .selectFrom('projects')
            .selectAll()
            .where('id', '>', last)
            .orderBy('id')
            .limit(PROJECTS_PER_STATEMENT)
            .execute(),
        )
        rows.push(...next)
        if (next.length < PROJECTS_PER_STATEMENT) return rows.map(toProjectRow)
      }
    },
    /** Returns whether there was such a project; so do the setters below. */
    setSuspended: (id: string, isSuspended: boolean): Promise<boolean> =>
      update(id, ({ fn, ref, val }) => ({
        // A second call keeps the first time.
        suspended_at: isSuspended ? fn.coalesce(ref('suspended_at'), val(now())) : null,
      })),
    /** True: only named users may chat. */
    setNamedOnly: (id: string, isNamedOnly: boolean): Promise<boolean> =>
      update(id, ({ fn, ref, val }) => ({
        named_only_since: isNamedOnly ? fn.coalesce(ref('named_only_since'), val(now())) : null,
      })),
    /** Work of new visitors; `null`: as in `alcove.config.ts`. */
    setWorkBits: (id: string, bits: number | null): Promise<boolean> =>
      update(id, () => ({ work_bits: bits })),
  }
}

const toProjectRow = (row: Selectable<ProjectsTable>): ProjectRow => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  suspendedAt: row.suspended_at,
  namedOnlySince: row.named_only_since,
  workBits: row.work_bits,
  publishedNumber: row.published_number,
})
