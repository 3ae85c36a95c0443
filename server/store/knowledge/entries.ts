import { sql } from 'kysely'
import { inStatements, type Database, type Queryable } from '../database.ts'
import { distinctWords, listTerms, writeEntry } from './entry-words.ts'

/** Rows of one statement, so that it does not block the event loop for long. */
const ENTRIES_PER_STATEMENT = 10
const WORDS_PER_STATEMENT = 250
/** Counts the entries of a project, in the row of a word that no text has. */
export const EVERY_ENTRY = ''

/** Texts of a piece that are indexed. */
export interface IndexedPiece {
  readonly title: string
  readonly headings: readonly string[]
  readonly text: string
  readonly fullText?: string
}

/** Words of a piece, as `entryWords` writes them. */
export interface NewWords {
  readonly id: number
  readonly documentId: string
  readonly words: string
}

export interface EntryOwner {
  readonly projectId: string
  readonly sourceId: string
}

const HEADING_SEPARATOR = '\n'

export const entryWords = ({ title, headings, text, fullText = text }: IndexedPiece): string =>
  writeEntry({ title, headings: headings.join(HEADING_SEPARATOR), text: fullText })

/** Makes pieces searchable, and counts their words. */
export async function addEntries(
  trx: Queryable,
  { knowledge }: Pick<Database, 'knowledge'>,
  { projectId, sourceId }: EntryOwner,
  entries: readonly NewWords[],
): Promise<void> {
  if (entries.length === 0) return
  const counts = new Map<string, number>([[EVERY_ENTRY, entries.length]])
  for (const some of inStatements(entries, ENTRIES_PER_STATEMENT)) {
    const rows = some.map(({ id, documentId, words }) => ({
      piece_id: id,
      project_id: projectId,
      document_id: documentId,
      words,
      terms: listTerms(projectId, sourceId, words),
    }))
    await knowledge.add(trx, rows)
    for (const { words } of some) {
      for (const word of distinctWords(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  await countWords(trx, projectId, counts)
}

/** In the order of words, since two transactions that lock the same words in two orders would deadlock. */
async function countWords(trx: Queryable, projectId: string, counts: ReadonlyMap<string, number>) {
  const inOrder = [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const some of inStatements(inOrder, WORDS_PER_STATEMENT)) {
    await trx
      .insertInto('knowledge_words')
      .values(some.map(([word, pieces]) => toWordRow(projectId, word, pieces)))
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'word']).doUpdateSet({
          pieces: sql`knowledge_words.pieces + excluded.pieces`,
        }),
      )
      .execute()
  }
}

function toWordRow(projectId: string, word: string, pieces: number) {
  const characters = [...word]
  return {
    project_id: projectId,
    word,
    reversed: characters.toReversed().join(''),
    letters: characters.length,
    pieces,
  }
}
