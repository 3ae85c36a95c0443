import {
  sql,
  type Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  type Transaction,
} from 'kysely'
import type { DocumentPage, DocumentQuery, FoundDocument, SearchEngine } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { SEARCH_SCOPE_CHARACTERS } from './documents.ts'
import { UNREAD_TERM } from './terms.ts'

/** Lengths of word beginnings with separate lists: short beginnings are frequent queries. */
const SHORT_PREFIXES = [1, 2, 3, 4, 5].map((length) => SEARCH_SCOPE_CHARACTERS + length).join(' ')

/** Pages of 4 KiB that one step rewrites: some milliseconds. */
const PAGES_PER_STEP = 4
/** Percentage of removed texts from which a part of the index is rewritten. */
const GONE_PERCENT = 10
/** A step without work counts fewer changes than this. */
const CHANGES_OF_WORK = 2

const set = (name: string, value: number): RawBuilder<unknown> =>
  sql`insert into search_index (search_index, rank) values (${sql.lit(name)}, ${sql.lit(value)})`

/**
 * By default FTS5 rewrites a part of the index inside of the statement that removes a text, which may block
 * all answers for seconds.
 */
const REMOVES_QUICKLY = set('deletemerge', 0)

/**
 * The index stores no texts and no positions, only which row has which term. Triggers maintain it, so that it
 * follows every removal of a row, cascades too. Terms have ASCII letters and digits, and others that this
 * tokenizer keeps.
 */
const TABLES: readonly RawBuilder<unknown>[] = [
  sql`create table search_documents (
    id integer primary key,
    thread_id text not null references threads (id) on delete cascade,
    message_id text,
    scope text not null,
    terms text not null,
    foreign key (thread_id, message_id) references messages (thread_id, id) on delete cascade
  )`,
  sql`create unique index search_documents_of_thread on search_documents (thread_id, message_id)`,
  sql`create virtual table search_index using fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii',
    prefix = ${sql.lit(SHORT_PREFIXES)}
  )`,
  REMOVES_QUICKLY,
  sql`create trigger search_documents_added after insert on search_documents begin
    insert into search_index (rowid, terms) values (new.id, new.terms);
    update search_documents set terms = '' where id = new.id;
  end`,
  sql`create trigger search_documents_removed after delete on search_documents begin
    delete from search_index where rowid = old.id;
  end`,
]

/** By FTS5, which stores its index in its own tables. */
export const SQLITE_SEARCH: SearchEngine = {
  create: TABLES,
  find,
  repair: {
    isDamage,
    isReadable: (db) => succeeds(() => probe(db)),
    isWhole: (db) => succeeds(() => readAll(db)),
    reset,
  },
  tidy,
}

/** The index returns the newest first and reads no further than needed. */
async function find(
  db: QueryExecutorProvider,
  { scope, terms, searchScope, before, without, limit }: DocumentQuery,
): Promise<DocumentPage> {
  const { rows } = await sql<FoundDocument>`
    select document.id, document.thread_id, document.message_id
    from search_index
      join search_documents as document on document.id = search_index.rowid
      join threads on threads.id = document.thread_id
    where search_index match ${matchText(searchScope, terms)}
      ${before === undefined ? sql`` : sql`and search_index.rowid < ${before}`}
      and threads.project_id = ${scope.projectId}
      and threads.workspace_id = ${scope.workspaceId}
      ${without.length === 0 ? sql`` : sql`and document.thread_id not in (${sql.join(without)})`}
    order by search_index.rowid desc limit ${limit}
  `.execute(db)
  return { documents: rows, isLast: rows.length < limit }
}

/** Terms contain no quotation marks, so they cannot end their quotation. */
function matchText(scope: string, terms: DocumentQuery['terms']): string {
  const all = terms.map(({ text, isPrefix }) => `"${scope}${text}"${isPrefix ? ' *' : ''}`)
  return `(${all.join(' AND ')}) OR "${scope}${UNREAD_TERM}"`
}

/** Removed texts are not found from the start; here their words leave the file. */
async function tidy(trx: Transaction<Tables>): Promise<boolean> {
  const changes = async () => {
    const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(trx)
    return rows[0]!.n
  }
  await set('deletemerge', GONE_PERCENT).execute(trx)
  const before = await changes()
  await set('merge', PAGES_PER_STEP).execute(trx)
  const changed = (await changes()) - before
  // For an index of an older version as well.
  await REMOVES_QUICKLY.execute(trx)
  return changed >= CHANGES_OF_WORK
}

const SQLITE_ERROR = 1
const SQLITE_CORRUPT = 11
/** Errors of a missing table of the index, or one that FTS5 cannot read. */
const DAMAGE_PATTERN = /vtable constructor failed: search_index|no such table: (main\.)?search_/
const DOCUMENTS = ['search_documents']
/** The index, and the tables in which FTS5 stores it. */
const INDEX = ['', '_data', '_idx', '_docsize', '_config'].map((end) => `search_index${end}`)
/** No text has this number: texts are numbered from one. */
const PROBE_ROW = Number.MAX_SAFE_INTEGER

class ProbeOver extends Error {}

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

/** Does the same as a search and a new message, and undoes it. */
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

/** FTS5 refuses to drop tables that it cannot read. */
async function reset(trx: QueryExecutorProvider): Promise<void> {
  await dropTable(trx, 'search_documents', DOCUMENTS)
  await dropTable(trx, 'search_index', INDEX)
  for (const statement of TABLES) await statement.execute(trx)
}
