import { AlcoveError } from '../../shared/errors.ts'
import { REPEATABLE, type Database } from './database.ts'
import type { ProjectsTable } from './tables.ts'

/** However many there are, no statement reads more. */
export const PROJECTS_PER_STATEMENT = 500

export interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** `null` unless the operator switched it off. */
  readonly suspendedAt: string | null
  /** Since when only named users may chat; `null`: visitors may, too. */
  readonly namedOnlySince: string | null
  /** Bits of work that a new visitor proves; `null`: as `alcove.config.ts` says. */
  readonly workBits: number | null
}

export type ProjectQueries = ReturnType<typeof createProjectQueries>

/** The operator's own: nothing narrows these queries. */
export function createProjectQueries({ read, write, now }: Database) {
  return {
    /** @throws AlcoveError `conflict` when the id is taken. */
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
    /** All, by id: for the operator's tools alone. */
    async list(): Promise<readonly ProjectRow[]> {
      const rows: ProjectsTable[] = []
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
    /** Whether there was such a project. */
    async setSuspended(id: string, isSuspended: boolean): Promise<boolean> {
      const { numUpdatedRows } = await write(
        (trx) =>
          trx
            .updateTable('projects')
            .set(({ fn, ref, val }) => ({
              // Twice keeps the first time.
              suspended_at: isSuspended ? fn.coalesce(ref('suspended_at'), val(now())) : null,
            }))
            .where('id', '=', id)
            .executeTakeFirst(),
        REPEATABLE,
      )
      return numUpdatedRows > 0n
    },
    /** Whether only named users may chat. Returns whether there was such a project. */
    async setNamedOnly(id: string, isNamedOnly: boolean): Promise<boolean> {
      const { numUpdatedRows } = await write(
        (trx) =>
          trx
            .updateTable('projects')
            .set(({ fn, ref, val }) => ({
              // Twice keeps the first time.
              named_only_since: isNamedOnly
                ? fn.coalesce(ref('named_only_since'), val(now()))
                : null,
            }))
            .where('id', '=', id)
            .executeTakeFirst(),
        REPEATABLE,
      )
      return numUpdatedRows > 0n
    },
    /** Work of new visitors; `null`: as `alcove.config.ts` says. Returns whether there was such a project. */
    async setWorkBits(id: string, bits: number | null): Promise<boolean> {
      const { numUpdatedRows } = await write(
        (trx) =>
          trx
            .updateTable('projects')
            .set({ work_bits: bits })
            .where('id', '=', id)
            .executeTakeFirst(),
        REPEATABLE,
      )
      return numUpdatedRows > 0n
    },
  }
}

const toProjectRow = (row: ProjectsTable): ProjectRow => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  suspendedAt: row.suspended_at,
  namedOnlySince: row.named_only_since,
  workBits: row.work_bits,
})
