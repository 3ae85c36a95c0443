import { createRowId } from '../../../shared/ids.ts'
import { REPEATABLE, type Database } from '../database.ts'

/** Requests are removed by a later one. */
const KEPT_MS = 86_400_000

/** A server's answer to a request. */
export interface ReloadReport {
  /** Random name of the server's process. */
  readonly server: string
  /** True if the configuration is in effect. */
  readonly isTaken: boolean
  /** Lines about the difference, or the refusal. */
  readonly report: string
}

/** Requests to running servers to read their configuration again, and their answers. */
export function createReloadQueries({ read, write, now }: Database) {
  return {
    /** Returns the id of the request. */
    ask: (): Promise<string> =>
      write(async (trx) => {
        const id = createRowId('reload')
        const old = new Date(Date.parse(now()) - KEPT_MS).toISOString()
        await trx.deleteFrom('config_reloads').where('asked_at', '<', old).execute()
        await trx.insertInto('config_reloads').values({ id, asked_at: now() }).execute()
        return id
      }),
    /** Id of the newest request; undefined: there was none for a day. */
    async newest(): Promise<string | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('config_reloads')
          .select('id')
          .orderBy('asked_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst(),
      )
      return row?.id
    },
    async report(id: string, { server, isTaken, report }: ReloadReport): Promise<void> {
      await write(
        (trx) =>
          trx
            .insertInto('config_reload_reports')
            .values({ reload_id: id, server, at: now(), is_taken: isTaken ? 1 : 0, report })
            .onConflict((conflict) => conflict.columns(['reload_id', 'server']).doNothing())
            .execute(),
        REPEATABLE,
      )
    },
    /** In the order of their arrival. */
    async listReports(id: string): Promise<readonly ReloadReport[]> {
      const rows = await read((db) =>
        db
          .selectFrom('config_reload_reports')
          .selectAll()
          .where('reload_id', '=', id)
          .orderBy('at')
          .orderBy('server')
          .execute(),
      )
      return rows.map(({ server, is_taken, report }) => ({
        server,
        isTaken: is_taken === 1,
        report,
      }))
    },
  }
}
