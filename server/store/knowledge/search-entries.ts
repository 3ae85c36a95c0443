import { sql } from 'kysely'
import type { Database, Queryable } from '../database.ts'
import { EVERY_ENTRY } from './entries.ts'
import type { Candidate, CandidateQuery } from './knowledge-engine.ts'

/** Words of a project that one lookup gives; a beginning with more words says little. */
export const WORDS_PER_LOOKUP = 100
/** After every word that begins with a text. */
const LAST_CHARACTER = '\u{10ffff}'

/** Words with a beginning or an end, of any length or of one. */
export interface WordLookup {
  readonly by: 'beginning' | 'end'
  readonly part: string
  /** Only words of this length, in characters. */
  readonly letters?: number
}

export interface KnownWord {
  readonly word: string
  /** Number of pieces that have it. */
  readonly pieces: number
}

/** The words of a piece. */
export interface EntryRow {
  readonly pieceId: number
  readonly documentId: string
  /** Of title, headings and text; see `readEntry`. */
  readonly words: string
}

/** A found piece with its document. */
export interface PassageRow {
  readonly pieceId: number
  readonly documentId: string
  readonly sourceId: string
  readonly address: string
  readonly url: string | null
  readonly title: string
  readonly headings: readonly string[]
  readonly anchor: string | null
  readonly page: number | null
  readonly pageLabel: string | null
  readonly language: string | null
  readonly date: string | null
  readonly mediaType: string
  readonly text: string
  /** The text as the model takes it; `null`: as `text`. */
  readonly fullText: string | null
}

/** Queries of a search, in the order in which it asks them. */
export function createEntryQueries({
  read,
  readAside,
  knowledge,
}: Pick<Database, 'read' | 'readAside' | 'knowledge'>) {
  return {
    /** Number of pieces that searches of a project may find. */
    async countEntries(projectId: string): Promise<number> {
      const row = await read((db) =>
        db
          .selectFrom('knowledge_words')
          .select('pieces')
          .where('project_id', '=', projectId)
          .where('word', '=', EVERY_ENTRY)
          .executeTakeFirst(),
      )
      return row?.pieces ?? 0
    },
    /**
     * The project's own words among these, and those that a lookup finds. {@link EVERY_ENTRY} is the word that counts
     * all pieces.
     */
    findWords: (
      projectId: string,
      words: readonly string[],
      lookups: readonly WordLookup[],
    ): Promise<readonly KnownWord[]> => readAside((db) => findWords(db, projectId, words, lookups)),
    findCandidates: (query: CandidateQuery): Promise<readonly Candidate[]> =>
      query.clauses.length === 0
        ? Promise.resolve([])
        : readAside((db) => knowledge.find(db, query)),
    /** Entries of a project, in no order. */
    async readEntries(
      projectId: string,
      pieceIds: readonly number[],
    ): Promise<readonly EntryRow[]> {
      const rows = await readAside((db) =>
        db
          .selectFrom('knowledge_entries')
          .select(['piece_id', 'document_id', 'words'])
          .where(knowledge.isOneOf('piece_id', pieceIds))
          .where('project_id', '=', projectId)
          .execute(),
      )
      return rows.map(({ piece_id, document_id, words }) => ({
        pieceId: piece_id,
        documentId: document_id,
        words,
      }))
    },
    /** Pieces of a project that searches find, with their documents, in no order. */
    async readPassages(
      projectId: string,
      pieceIds: readonly number[],
    ): Promise<readonly PassageRow[]> {
      const rows = await readAside((db) =>
        db
          .selectFrom('knowledge_pieces as piece')
          .innerJoin('knowledge_documents as document', 'document.id', 'piece.document_id')
          .select(['piece.id', 'piece.document_id', 'piece.source_id', 'piece.headings'])
          .select(['piece.anchor', 'piece.page', 'piece.page_label', 'piece.language'])
          .select([
            'piece.text',
            'piece.full_text',
            'document.address',
            'document.url',
            'document.title',
          ])
          .select(['document.date', 'document.media_type'])
          .where(knowledge.isOneOf('piece.id', pieceIds))
          .where('piece.project_id', '=', projectId)
          .where('document.replaced_by', 'is', null)
          .execute(),
      )
      return rows.map((row) => ({
        pieceId: row.id,
        documentId: row.document_id,
        sourceId: row.source_id,
        address: row.address,
        url: row.url,
        title: row.title,
        headings: JSON.parse(row.headings) as string[],
        anchor: row.anchor,
        page: row.page,
        pageLabel: row.page_label,
        language: row.language,
        date: row.date,
        mediaType: row.media_type,
        text: row.text,
        fullText: row.full_text,
      }))
    },
  }
}

async function findWords(
  db: Queryable,
  projectId: string,
  words: readonly string[],
  lookups: readonly WordLookup[],
): Promise<readonly KnownWord[]> {
  const exact =
    words.length === 0
      ? []
      : [
          sql`select word, pieces from knowledge_words
      where project_id = ${projectId} and word in (${sql.join(words)})`,
        ]
  const parts = lookups.map(({ by, part, letters }) => {
    const column = sql.ref(by === 'beginning' ? 'word' : 'reversed')
    const from = by === 'beginning' ? part : [...part].toReversed().join('')
    const length = letters === undefined ? sql`` : sql`and letters = ${sql.lit(letters)}`
    return sql`select * from (
      select word, pieces from knowledge_words
      where project_id = ${projectId} and ${column} >= ${from} and ${column} < ${from + LAST_CHARACTER}
        ${length}
      order by ${column} limit ${sql.lit(WORDS_PER_LOOKUP)}
    ) as looked_up`
  })
  if (exact.length + parts.length === 0) return []
  const { rows } = await sql<KnownWord>`
    ${sql.join([...exact, ...parts], sql` union all `)}
  `.execute(db)
  return [...new Map(rows.map((row) => [row.word, row])).values()]
}
