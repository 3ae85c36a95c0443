import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Queryable } from '../database.ts'
import { createFtsRepair } from '../search/fts-index.ts'
import { joinParts, joinsInSteps, removesQuickly, tidyIndex, type TidyStep } from '../tidy-index.ts'
import { addWeights } from './add-weights.ts'
import type {
  Candidate,
  CandidateQuery,
  Clause,
  KnowledgeEngine,
  NewEntry,
} from './knowledge-engine.ts'

/**
 * The words of a removed entry, and the empty one, which counts entries. SQL can read them as a list, because
 * they have letters, digits and marks only.
 */
const OLD_WORDS = sql`(select value from json_each(
  '["","' || replace(replace(old.words, char(10), '","'), ' ', '","') || '"]'
))`

const INDEX: readonly RawBuilder<unknown>[] = [
  sql`create virtual table knowledge_index using fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  )`,
  removesQuickly('knowledge_index'),
  joinsInSteps('knowledge_index'),
]

/**
 * The index has neither texts nor positions. Triggers keep it, and the counts of words, free of removed
 * pieces, cascades too.
 */
const TABLES: readonly RawBuilder<unknown>[] = [
  sql`create table knowledge_entries (
    piece_id integer primary key references knowledge_pieces (id) on delete cascade,
    project_id text not null,
    document_id text not null,
    words text not null
  )`,
  ...INDEX,
  sql`create trigger knowledge_entries_removed after delete on knowledge_entries begin
    delete from knowledge_index where rowid = old.piece_id;
    update knowledge_words set pieces = pieces - 1
      where project_id = old.project_id and word in ${OLD_WORDS};
    delete from knowledge_words
      where project_id = old.project_id and word in ${OLD_WORDS} and pieces = 0;
  end`,
]

/** As few parts as possible: each word of a question, and each form of it, is looked for in every part. */
const TIDY_STEP: TidyStep = { pages: 16, gonePercent: 10, joinedParts: 2 }
/** For the entries of one statement: their own pages, once for each size of parts. */
const ADD_STEP = { pages: 16, joinedParts: 4 }

/** By FTS5, which stores its index in its own tables. */
export const SQLITE_KNOWLEDGE: KnowledgeEngine = {
  create: TABLES,
  afterRestore: [],
  isOneOf,
  add,
  find,
  repair: createFtsRepair({ index: 'knowledge_index', create: INDEX }),
  tidy: (trx) => tidyIndex(trx, 'knowledge_index', TIDY_STEP),
}

function isOneOf(column: string, numbers: readonly number[]): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(numbers)}))`
}

async function add(trx: Queryable, entries: readonly NewEntry[]): Promise<void> {
  await trx
    .insertInto('knowledge_entries')
    .values(
      entries.map(({ piece_id, project_id, document_id, words }) => ({
        piece_id,
        project_id,
        document_id,
        words,
      })),
    )
    .execute()
  await addToIndex(trx, entries)
}

/** Makes entries searchable; nothing stores their terms but the index. */
export async function addToIndex(
  trx: Queryable,
  entries: readonly Pick<NewEntry, 'piece_id' | 'terms'>[],
): Promise<void> {
  const rows = entries.map(({ piece_id, terms }) => sql`(${piece_id}, ${terms})`)
  await sql`insert into knowledge_index (rowid, terms) values ${sql.join(rows)}`.execute(trx)
  // For an index of an older version as well.
  await joinsInSteps('knowledge_index').execute(trx)
  await joinParts(trx, 'knowledge_index', ADD_STEP)
}

async function find(
  db: Queryable,
  { without, clauses, clauseLimit, limit }: CandidateQuery,
): Promise<readonly Candidate[]> {
  // A list of numbers for each clause, because sums of some thousand rows take SQLite longer than finding them.
  const matches = clauses.map(
    ({ every }) => sql`
      select group_concat(piece_id) as ids from (
        select rowid as piece_id from knowledge_index
        where knowledge_index match ${matchText(every, without)}
        order by rowid limit ${clauseLimit}
      )`,
  )
  const { rows } = await sql<{ ids: string | null }>`
    ${sql.join(matches, sql` union all `)}
  `.execute(db)
  return addWeights(
    rows.map(({ ids }, index) => ({ ids: readIds(ids), weight: clauses[index]!.weight })),
    limit,
  )
}

const readIds = (ids: string | null): readonly number[] => ids?.split(',').map(Number) ?? []

/** Terms contain no quotation marks, so they cannot end their quotation. */
function matchText(every: Clause['every'], without: readonly string[]): string {
  const anyOf = (terms: readonly string[]) => `(${terms.map((term) => `"${term}"`).join(' OR ')})`
  const match = every.map(anyOf).join(' AND ')
  return without.length === 0 ? match : `(${match}) NOT ${anyOf(without)}`
}
