import type { Steps } from '../../steps/in-turns.ts'
import { entryWords } from './entries.ts'
import { listWords, readEntry } from './entry-words.ts'
import { fingerprintOf, versionKeyOf } from './fingerprint.ts'
import type { DocumentWithPieces } from './document-rows.ts'

/** Words and keys that a transaction writes with the texts of a document. */
export interface PreparedDocument {
  /** Words of each piece, in their order. */
  readonly words: readonly string[]
  /** `null`: a document without text, which is no version of another one. */
  readonly versionKey: string | null
  readonly fingerprint: string | null
}

/** Reads the texts in steps, one for each piece, because a long document takes long. */
export function* prepareDocument({
  document,
  pieces,
}: DocumentWithPieces): Steps<PreparedDocument> {
  const { title } = document
  const words: string[] = []
  const textWords: string[] = []
  for (const piece of pieces) {
    const entry = entryWords({ title, ...piece })
    words.push(entry)
    for (const word of readEntry(entry)[2] ?? []) textWords.push(word)
    yield
  }
  if (textWords.length === 0) return { words, versionKey: null, fingerprint: null }
  const headings = pieces.map((piece) => JSON.stringify(piece.headings))
  const versionKey = versionKeyOf(listWords(title), headings)
  yield
  return { words, versionKey, fingerprint: fingerprintOf(textWords) }
}
