import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Queryable } from '../database.ts'
import type {
  Candidate,
  CandidateQuery,
  Clause,
  KnowledgeEngine,
  NewEntry,
} from './knowledge-engine.ts'

/** The terms are final, so that no text search configuration of the server changes them. */
const TABLES: readonly RawBuilder<unknown>[] = [
  sql`create table knowledge_entries (
    piece_id integer primary key references knowledge_pieces (id) on delete cascade,
    project_id text collate "C" not null,
    document_id text collate "C" not null,
    words text collate "C" not null,
    terms tsvector not null
  )`,
  // Without fast updates: the search that finds a long pending list would read all of it.
  sql`create index knowledge_entries_terms on knowledge_entries
    using gin (terms) with (fastupdate = off)`,
  sql`create function knowledge_entries_removed() returns trigger language plpgsql as $$
    declare
      lost record;
    begin
      -- In the order of words, since two transactions that lock them in two orders would deadlock.
      for lost in
        select project_id, word, count(*) as pieces from (
          select distinct piece_id, project_id,
            -- With the empty word, which counts entries.
            unnest(string_to_array(translate(words, E'\n', ' ') || ' ', ' ')) as word
          from old_rows
        ) as words group by project_id, word order by project_id, word
      loop
        update knowledge_words set pieces = pieces - lost.pieces
        where project_id = lost.project_id and word = lost.word;
        delete from knowledge_words
        where project_id = lost.project_id and word = lost.word and pieces <= 0;
      end loop;
      return null;
    end
  $$`,
  sql`create trigger knowledge_entries_removed after delete on knowledge_entries
    referencing old table as old_rows
    for each statement execute function knowledge_entries_removed()`,
]

/** By an inverted index of Postgres. */
export const POSTGRES_KNOWLEDGE: KnowledgeEngine = {
  create: TABLES,
  afterRestore: [
    sql`select setval(pg_get_serial_sequence('knowledge_pieces', 'id'), max(id)) from knowledge_pieces`,
  ],
  isOneOf,
  add,
  find,
  repair: undefined,
  tidy: undefined,
}

function isOneOf(column: string, numbers: readonly number[]): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} = any(${numbers})`
}

async function add(trx: Queryable, entries: readonly NewEntry[]): Promise<void> {
  const rows = entries.map(
    ({ piece_id, project_id, document_id, words, terms }) =>
      sql`(${piece_id}, ${project_id}, ${document_id}, ${words}, array_to_tsvector(string_to_array(${terms}, ' ')))`,
  )
  await sql`insert into knowledge_entries (piece_id, project_id, document_id, words, terms)
    values ${sql.join(rows)}`.execute(trx)
}

/**
 * The order is no column of an index: for common words Postgres may read all pieces in the order of their key, and look
 * for the words in each.
 */
async function find(
  db: Queryable,
  { without, clauses, clauseLimit, limit }: CandidateQuery,
): Promise<readonly Candidate[]> {
  const matches = clauses.map(
    ({ every, weight }) => sql`(
      select piece_id, cast(${weight} as integer) as weight from knowledge_entries
      where terms @@ cast(${matchText(every, without)} as tsquery)
      order by piece_id + 0 limit ${sql.lit(clauseLimit)}
    )`,
  )
  const { rows } = await sql<{ piece_id: number; weight: string }>`
    select piece_id, sum(weight) as weight from (${sql.join(matches, sql` union all `)}) as matched
    group by piece_id order by sum(weight) desc, piece_id limit ${sql.lit(limit)}
  `.execute(db)
  return rows.map(({ piece_id, weight }) => ({ pieceId: piece_id, weight: Number(weight) }))
}

/** Terms contain neither quotation marks nor backslashes, so they cannot end their quotation. */
function matchText(every: Clause['every'], without: readonly string[]): string {
  const anyOf = (terms: readonly string[]) => `(${terms.map((term) => `'${term}'`).join('|')})`
  const match = every.map(anyOf).join('&')
  return without.length === 0 ? match : `(${match})&!${anyOf(without)}`
}
