import { sql, type RawBuilder } from 'kysely'
import { isAbandoned, IS_VISITORS, type PurgeTimes } from './abandoned.ts'
import type { Trx } from './database.ts'
import type { Tables } from './tables.ts'

interface Texts {
  readonly table: keyof Tables & ('run_reports' | 'scores' | 'events')
  /** As the table's index of visitors has it, word for word. */
  readonly hasText: RawBuilder<boolean>
  readonly without: RawBuilder<unknown>
  readonly time: 'created_at' | 'updated_at'
}

const TEXTS: readonly Texts[] = [
  {
    table: 'run_reports',
    hasText: sql`attributes <> '{}'`,
    without: sql`attributes = '{}'`,
    time: 'created_at',
  },
  {
    table: 'scores',
    hasText: sql`comment is not null`,
    without: sql`comment = null`,
    time: 'updated_at',
  },
  {
    table: 'events',
    hasText: sql`props is not null`,
    without: sql`props = null`,
    time: 'created_at',
  },
]

/**
 * What visitors said besides their threads, once nobody can come back as them; the figures stay.
 * Returns how many rows had something.
 */
export async function emptyTexts(trx: Trx, times: PurgeTimes): Promise<number> {
  let count = 0
  for (const { table, hasText, without, time } of TEXTS) {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set ${without} where id in (
        select old.id from ${sql.table(table)} as old
        where ${IS_VISITORS} and ${hasText} and ${sql.ref(`old.${time}`)} < ${times.idleBefore}
          and ${isAbandoned('old', times)}
        order by ${sql.ref(`old.${time}`)} limit ${times.limit}
      )
    `.execute(trx)
    count += Number(numAffectedRows)
  }
  return count
}
