import { createRowId } from '../../../shared/ids.ts'
import { inStatements, type Database } from '../database.ts'
import type { DeskAuditTable } from './desk-tables.ts'

export type ActDetails = Readonly<Record<string, string | number | boolean | null>>

export interface NewDeskAct {
  /** Null: the command line. */
  readonly person: { readonly id: string; readonly mail: string } | null
  /** Null: the service. */
  readonly projectId: string | null
  /** Such as `person.invite`. */
  readonly act: string
  /** The id or mail that it is about. */
  readonly target: string | null
  /** The user whose conversation it is about, so that erasure finds the row. */
  readonly userId: string | null
  readonly details: ActDetails
}

/** Facts that are known after an act. */
export type DeskActOutcome = Pick<NewDeskAct, 'target' | 'userId' | 'details'>

export interface DeskActRow {
  readonly id: string
  readonly at: string
  readonly mail: string | null
  readonly projectId: string | null
  readonly act: string
  readonly target: string | null
  readonly details: ActDetails
}

/** Position in the list of acts: that of the last row of a page. */
export type ActPosition = Pick<DeskActRow, 'at' | 'id'>

export interface ActPage {
  /** Null: of all projects and the service. */
  readonly projectId: string | null
  readonly limit: number
  /** Older acts only. */
  readonly after?: ActPosition
}

/** The log of acts at the desk. */
export function createDeskAuditQueries({ read, write, now }: Database) {
  return {
    /** Returns the id of the row. */
    async add(act: NewDeskAct): Promise<string> {
      const row = toRow(act, now())
      await write((trx) => trx.insertInto('desk_audit').values(row).execute())
      return row.id
    },
    /** Adds a row for each project that an act of several was about; all or none. */
    async addToEach(act: NewDeskAct, projectIds: readonly string[]): Promise<void> {
      const at = now()
      const rows = projectIds.map((projectId) => toRow({ ...act, projectId }, at))
      await write(async (trx) => {
        for (const some of inStatements(rows)) {
          await trx.insertInto('desk_audit').values(some).execute()
        }
      })
    },
    /** Completes a row that was added before its act. */
    async settle(id: string, { target, userId, details }: DeskActOutcome): Promise<void> {
      await write((trx) =>
        trx
          .updateTable('desk_audit')
          .set({ target, user_id: userId, details: JSON.stringify(details) })
          .where('id', '=', id)
          .execute(),
      )
    },
    /** Removes a row that was added before its act, which was refused. */
    async withdraw(id: string): Promise<void> {
      await write((trx) => trx.deleteFrom('desk_audit').where('id', '=', id).execute())
    },
    /** Newest first. */
    async list({ projectId, limit, after }: ActPage): Promise<readonly DeskActRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('desk_audit')
          .selectAll()
          .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
          .$if(after !== undefined, (query) =>
            query.where(({ eb, refTuple, tuple }) =>
              eb(refTuple('at', 'id'), '<', tuple(after!.at, after!.id)),
            ),
          )
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      )
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        mail: row.mail,
        projectId: row.project_id,
        act: row.act,
        target: row.target,
        details: JSON.parse(row.details) as ActDetails,
      }))
    },
  }
}

const toRow = (
  { person, projectId, act, target, userId, details }: NewDeskAct,
  at: string,
): DeskAuditTable => ({
  id: createRowId('act'),
  at,
  person_id: person?.id ?? null,
  mail: person?.mail ?? null,
  project_id: projectId,
  act,
  target,
  user_id: userId,
  details: JSON.stringify(details),
})
