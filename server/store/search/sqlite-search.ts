import { sql, type RawBuilder } from 'kysely'
import type { DocumentQuery, FindDocuments, FoundDocument } from './find-documents.ts'
import { SEARCH_SCOPE_CHARACTERS } from './search-scope.ts'
import { SQLITE_REMOVES_QUICKLY } from './sqlite-upkeep.ts'
import { UNREAD_TERM } from './terms.ts'

/** Of a word's first characters, so many have lists of their own: short beginnings are common ones. */
const SHORT_PREFIXES = [1, 2, 3, 4, 5].map((length) => SEARCH_SCOPE_CHARACTERS + length).join(' ')

/**
 * The index keeps no texts and no places in them, only which row has which term. It is kept by
 * triggers, so that it follows whatever removes a row, and cascades too. Terms have ASCII letters
 * and digits, and others that this tokenizer lets be.
 */
export const SQLITE_SEARCH: readonly RawBuilder<unknown>[] = [
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
  SQLITE_REMOVES_QUICKLY,
  sql`create trigger search_documents_added after insert on search_documents begin
    insert into search_index (rowid, terms) values (new.id, new.terms);
    update search_documents set terms = '' where id = new.id;
  end`,
  sql`create trigger search_documents_removed after delete on search_documents begin
    delete from search_index where rowid = old.id;
  end`,
]

/** The index gives the newest first and reads no further than it must. */
export const findSqliteDocuments: FindDocuments = async (
  db,
  { scope, terms, searchScope, before, without, limit },
) => {
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

/** Terms have no quotation marks: nothing in them can end the text that they stand in. */
function matchText(scope: string, terms: DocumentQuery['terms']): string {
  const all = terms.map(({ text, isPrefix }) => `"${scope}${text}"${isPrefix ? ' *' : ''}`)
  return `(${all.join(' AND ')}) OR "${scope}${UNREAD_TERM}"`
}
