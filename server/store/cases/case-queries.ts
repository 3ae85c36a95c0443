import { AlcoveError } from '../../../shared/errors.ts'
import { createRowId } from '../../../shared/ids.ts'
import type { Database, Trx } from '../database.ts'
import type { CasesTable } from './case-tables.ts'

export interface CaseRow {
  readonly id: string
  readonly name: string
  /** JSON; opaque to the store. */
  readonly data: string
  readonly changedBy: string | null
  readonly changedAt: string
  readonly from: { readonly threadId: string; readonly messageId: string } | null
}

export interface NewCase {
  readonly projectId: string
  readonly name: string
  readonly data: string
  readonly by: string | null
  readonly from?: CaseRow['from']
}

/** Cases of projects. */
export function createCaseQueries({ read, write, now }: Database) {
  const countCases = async (trx: Trx, projectId: string): Promise<number> => {
    const { count } = await trx
      .selectFrom('cases')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** @returns undefined if the project has a case of that name. */
  async function insert(trx: Trx, { projectId, name, data, by, from }: NewCase) {
    return trx
      .insertInto('cases')
      .values({
        id: createRowId('case'),
        project_id: projectId,
        name,
        data,
        changed_by: by,
        changed_at: now(),
        thread_id: from?.threadId ?? null,
        message_id: from?.messageId ?? null,
      })
      .onConflict((conflict) => conflict.columns(['project_id', 'name']).doNothing())
      .returningAll()
      .executeTakeFirst()
  }

  return {
    /** By name, at most `limit`. */
    async list(projectId: string, limit: number): Promise<readonly CaseRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('cases')
          .selectAll()
          .where('project_id', '=', projectId)
          .orderBy('name')
          .limit(limit)
          .execute(),
      )
      return rows.map(toCaseRow)
    },
    /** Ids of the projects that have cases. */
    async projects(): Promise<readonly string[]> {
      const rows = await read((db) =>
        db.selectFrom('cases').select('project_id').distinct().orderBy('project_id').execute(),
      )
      return rows.map(({ project_id }) => project_id)
    },
    async find(projectId: string, id: string): Promise<CaseRow | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('cases')
          .selectAll()
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .executeTakeFirst(),
      )
      return row && toCaseRow(row)
    },
    /**
     * @param max cases of one project.
     * @throws AlcoveError `conflict` for a name that the project has, `quota_exceeded` for a project with `max` cases.
     */
    add: (added: NewCase, max: number): Promise<CaseRow> =>
      write(async (trx) => {
        if ((await countCases(trx, added.projectId)) >= max) throw createFullError(max)
        const row = await insert(trx, added)
        if (!row) throw createNameError(added.name)
        return toCaseRow(row)
      }),
    /** @throws AlcoveError `not_found`, and `conflict` for the name of another case. */
    change: (id: string, { projectId, name, data, by }: NewCase): Promise<CaseRow> =>
      write(async (trx) => {
        const other = await trx
          .selectFrom('cases')
          .select('id')
          .where('project_id', '=', projectId)
          .where('name', '=', name)
          .executeTakeFirst()
        if (other && other.id !== id) throw createNameError(name)
        const row = await trx
          .updateTable('cases')
          .set({ name, data, changed_by: by, changed_at: now() })
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .returningAll()
          .executeTakeFirst()
        if (!row) throw new AlcoveError('not_found', 'There is no such case.')
        return toCaseRow(row)
      }),
    /** Returns whether there was one. */
    remove: (projectId: string, id: string): Promise<boolean> =>
      write(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('cases')
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow()
        return numDeletedRows > 0n
      }),
    /**
     * Adds cases, and changes those whose name the project has: all of them or none.
     *
     * @throws AlcoveError `quota_exceeded` for more than `max` cases together.
     */
    importAll: (
      cases: readonly NewCase[],
      max: number,
    ): Promise<{ readonly added: number; readonly changed: number }> =>
      write(async (trx) => {
        let added = 0
        let changed = 0
        for (const each of cases) {
          if (await insert(trx, each)) {
            added += 1
            continue
          }
          await trx
            .updateTable('cases')
            .set({ data: each.data, changed_by: each.by, changed_at: now() })
            .where('project_id', '=', each.projectId)
            .where('name', '=', each.name)
            .execute()
          changed += 1
        }
        const [first] = cases
        if (first && (await countCases(trx, first.projectId)) > max) throw createFullError(max)
        return { added, changed }
      }),
  }
}

const createFullError = (max: number): AlcoveError =>
  new AlcoveError('quota_exceeded', `A project has at most ${max} cases. Remove one first.`)

const createNameError = (name: string): AlcoveError =>
  new AlcoveError('conflict', `There is a case with the name ${JSON.stringify(name)} already.`)

const toCaseRow = (row: CasesTable): CaseRow => ({
  id: row.id,
  name: row.name,
  data: row.data,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
  from:
    row.thread_id === null || row.message_id === null
      ? null
      : { threadId: row.thread_id, messageId: row.message_id },
})
