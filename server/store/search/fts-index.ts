import {
  sql,
  type Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  type Transaction,
} from 'kysely'
import type { SearchRepair } from './search-engine.ts'
import type { Tables } from '../tables.ts'
import { removesQuickly, tidyIndex, type TidyStep } from '../tidy-index.ts'

/** A step takes some milliseconds. */
const TIDY_STEP: TidyStep = { pages: 4, gonePercent: 10, joinedParts: 4 }

export interface FtsNames {
  /** Table of the texts, with the columns `id` and `terms`. */
  readonly documents: string
  /** Table of the index. */
  readonly index: string
  /** Lengths of beginnings of terms with separate lists, separated by spaces; none if empty. */
  readonly prefixes: string
  /** Statements that create the table of the texts. */
  readonly createDocuments: readonly RawBuilder<unknown>[]
}

/** An index by FTS5 beside the table of its texts. */
export interface FtsIndex {
  readonly create: readonly RawBuilder<unknown>[]
  readonly repair: SearchRepair
  readonly tidy: (trx: Transaction<Tables>) => Promise<boolean>
}

/**
 * The index stores no texts and no positions, only which row has which term. Triggers maintain it, so that it
 * follows every removal of a row, cascades too. Terms have ASCII letters and digits, and others that this
 * tokenizer keeps.
 */
export function createFtsIndex(names: FtsNames): FtsIndex {
  const documents = sql.table(names.documents)
  const index = sql.table(names.index)
  const prefix = names.prefixes === '' ? sql`` : sql`, prefix = ${sql.lit(names.prefixes)}`
  const create: readonly RawBuilder<unknown>[] = [
    ...names.createDocuments,
    sql`create virtual table ${index} using fts5 (
      terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii' ${prefix}
    )`,
    removesQuickly(names.index),
    sql`create trigger ${sql.table(`${names.documents}_added`)} after insert on ${documents} begin
      insert into ${index} (rowid, terms) values (new.id, new.terms);
      update ${documents} set terms = '' where id = new.id;
    end`,
    sql`create trigger ${sql.table(`${names.documents}_removed`)} after delete on ${documents} begin
      delete from ${index} where rowid = old.id;
    end`,
  ]

  return {
    create,
    repair: createFtsRepair({ ...names, create }),
    /** Removed texts are not found from the start; here their words leave the file. */
    tidy: (trx) => tidyIndex(trx, names.index, TIDY_STEP),
  }
}

const SQLITE_ERROR = 1
const SQLITE_CORRUPT = 11
/** No text has this number: texts are numbered from one. */
const PROBE_ROW = Number.MAX_SAFE_INTEGER

class ProbeOver extends Error {}

export interface FtsParts {
  readonly index: string
  /** Table that is replaced with the index; undefined: there is none. */
  readonly documents?: string
  /** Statements that create both anew. */
  readonly create: readonly RawBuilder<unknown>[]
}

/** Repair of an index whose words are stored elsewhere too. */
export function createFtsRepair({ create, ...names }: FtsParts): SearchRepair {
  const index = sql.table(names.index)
  const ownTables = names.documents === undefined ? [] : [names.documents]
  /** The tables in which FTS5 stores an index. */
  const parts = ['_data', '_idx', '_docsize', '_config'].map((end) => names.index + end)
  /** Errors of a missing table of the index, or one that FTS5 cannot read. */
  const pattern = new RegExp(
    `vtable constructor failed: ${names.index}|no such table: (main\\.)?(${[names.index, ...ownTables].join('|')})`,
  )

  function isDamage(error: unknown): boolean {
    if (!(error instanceof Error) || !('errcode' in error)) return false
    const code = Number(error.errcode) & 0xff
    return code === SQLITE_CORRUPT || (code === SQLITE_ERROR && pattern.test(error.message))
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

  /** Does the same as a search and a new message, and undoes it. */
  async function probe(db: Kysely<Tables>): Promise<void> {
    await sql`select rowid from ${index} where ${index} match '"probe"' limit 1`.execute(db)
    for (const table of ownTables) {
      await sql`select id, message_id from ${sql.table(table)} order by id desc limit 1`.execute(db)
    }
    const tryWrite = db.transaction().execute(async (trx) => {
      await sql`insert into ${index} (rowid, terms) values (${PROBE_ROW}, 'probe')`.execute(trx)
      throw new ProbeOver()
    })
    await tryWrite.catch((error: unknown) => {
      if (!(error instanceof ProbeOver)) throw error
    })
  }

  async function readAll(db: Kysely<Tables>): Promise<void> {
    await probe(db)
    await sql`insert into ${index} (${index}) values ('integrity-check')`.execute(db)
    for (const name of [...ownTables, ...parts]) {
      const { rows } = await sql<{ integrity_check: string }>`
        pragma integrity_check(${sql.raw(name)})
      `.execute(db)
      const fault = rows.find((row) => row.integrity_check !== 'ok')?.integrity_check
      if (fault !== undefined) throw Object.assign(new Error(fault), { errcode: SQLITE_CORRUPT })
    }
  }

  /** FTS5 refuses to drop tables that it cannot read. */
  async function reset(trx: QueryExecutorProvider): Promise<void> {
    for (const table of ownTables) await dropTable(trx, table, [table])
    await dropTable(trx, names.index, [names.index, ...parts])
    for (const statement of create) await statement.execute(trx)
  }

  return {
    isDamage,
    isReadable: (db) => succeeds(() => probe(db)),
    isWhole: (db) => succeeds(() => readAll(db)),
    reset,
  }
}

async function dropTable(trx: QueryExecutorProvider, name: string, tables: readonly string[]) {
  const run = (statement: RawBuilder<unknown>) => statement.execute(trx)
  try {
    await run(sql`drop table if exists ${sql.table(name)}`)
  } catch {
    // Its pages are lost until the next `vacuum`, which is better than a blocked database.
    await run(sql`pragma writable_schema = on`)
    await run(sql`delete from sqlite_schema where tbl_name in (${sql.join(tables)})`)
    await run(sql`pragma writable_schema = reset`)
  }
}
