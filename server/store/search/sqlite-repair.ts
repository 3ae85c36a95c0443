import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { SearchRepair } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { SQLITE_SEARCH } from './sqlite-search.ts'

const SQLITE_ERROR = 1
const SQLITE_CORRUPT = 11
/** A table of the index that is gone, or that FTS5 cannot begin to read. */
const DAMAGE_PATTERN = /vtable constructor failed: search_index|no such table: (main\.)?search_/
const DOCUMENTS = ['search_documents']
/** The index, and the tables that FTS5 keeps it in. */
const INDEX = ['', '_data', '_idx', '_docsize', '_config'].map((end) => `search_index${end}`)
/** No text has it: numbers of texts begin with one. */
const PROBE_ROW = Number.MAX_SAFE_INTEGER

class ProbeOver extends Error {}

/** FTS5 has tables that it refuses to drop once it cannot read them. */
export const SQLITE_REPAIR: SearchRepair = {
  isDamage,
  isReadable: (db) => succeeds(() => probe(db)),
  isWhole: (db) => succeeds(() => readAll(db)),
  async reset(trx) {
    await dropTable(trx, 'search_documents', DOCUMENTS)
    await dropTable(trx, 'search_index', INDEX)
    for (const statement of SQLITE_SEARCH) await statement.execute(trx)
  },
}

function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  const code = Number(error.errcode) & 0xff
  return code === SQLITE_CORRUPT || (code === SQLITE_ERROR && DAMAGE_PATTERN.test(error.message))
}

async function succeeds(look: () => Promise<void>): Promise<boolean> {
  try {
    await look()
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** What a search and a new message do, undone. */
async function probe(db: Kysely<Tables>): Promise<void> {
  await sql`select rowid from search_index where search_index match '"probe"' limit 1`.execute(db)
  await sql`select id, message_id from search_documents order by id desc limit 1`.execute(db)
  const tryWrite = db.transaction().execute(async (trx) => {
    await sql`insert into search_index (rowid, terms) values (${PROBE_ROW}, 'probe')`.execute(trx)
    throw new ProbeOver()
  })
  await tryWrite.catch((error: unknown) => {
    if (!(error instanceof ProbeOver)) throw error
  })
}

async function readAll(db: Kysely<Tables>): Promise<void> {
  await probe(db)
  await sql`insert into search_index (search_index) values ('integrity-check')`.execute(db)
  for (const name of [...DOCUMENTS, ...INDEX.slice(1)]) {
    const { rows } = await sql<{ integrity_check: string }>`
      pragma integrity_check(${sql.raw(name)})
    `.execute(db)
    const fault = rows.find((row) => row.integrity_check !== 'ok')?.integrity_check
    if (fault !== undefined) throw Object.assign(new Error(fault), { errcode: SQLITE_CORRUPT })
  }
}

async function dropTable(trx: Transaction<Tables>, name: string, tables: readonly string[]) {
  const run = (statement: RawBuilder<unknown>) => statement.execute(trx)
  try {
    await run(sql`drop table if exists ${sql.table(name)}`)
  } catch {
    // Its pages are lost until the next `vacuum`, which is better than all of it being stuck.
    await run(sql`pragma writable_schema = on`)
    await run(sql`delete from sqlite_schema where tbl_name in (${sql.join(tables)})`)
    await run(sql`pragma writable_schema = reset`)
  }
}
