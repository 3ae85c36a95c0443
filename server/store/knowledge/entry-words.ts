import { createHash } from 'node:crypto'
import { splitWords, wordForms } from '../search/words.ts'

/** Longer words are cut to this length. */
export const WORD_MAX_CHARACTERS = 48
/** Words of one field that are indexed; a piece is shorter, unless its text has no spaces. */
export const FIELD_MAX_WORDS = 4_096

/** The parts of a piece that a search weighs differently, in the order in which an entry has them. */
export const ENTRY_FIELDS = ['title', 'headings', 'text'] as const
export type EntryField = (typeof ENTRY_FIELDS)[number]

export type EntryTexts = Readonly<Record<EntryField, string>>

/**
 * The words of a text in order, folded: of a run (Chinese, Japanese, Thai, Korean) every pair of adjacent
 * characters, since no two word lists cut such a run alike. Only letters, digits and marks.
 */
export function listWords(text: string, max = FIELD_MAX_WORDS): readonly string[] {
  const words: string[] = []
  for (const piece of splitWords(text)) {
    const { kind, folded } = piece
    if (folded === '') continue
    if (kind === 'run') words.push(...pairs(folded))
    else words.push(...wordForms(piece).map((word) => word.slice(0, WORD_MAX_CHARACTERS)))
    if (words.length >= max) return words.slice(0, max)
  }
  return words
}

function pairs(run: string): readonly string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}

const FIELD_SEPARATOR = '\n'

/** The words of an entry as one column: a line for each field. */
export const writeEntry = (texts: EntryTexts): string =>
  ENTRY_FIELDS.map((field) => listWords(texts[field]).join(' ')).join(FIELD_SEPARATOR)

/** The words of each field, as {@link writeEntry} wrote them. */
export const readEntry = (words: string): readonly (readonly string[])[] =>
  words.split(FIELD_SEPARATOR).map((line) => (line === '' ? [] : line.split(' ')))

/** The different words of an entry. */
export const distinctWords = (words: string): ReadonlySet<string> =>
  new Set(words.split(/[ \n]/u).filter((word) => word !== ''))

const HASH_CHARACTERS = 12

const hash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARACTERS)

/**
 * Makes the terms of a project for an index. Each begins with the project, so that the cost of a search does
 * not grow with the pages of others. It is not the tenancy check: pieces are loaded with their project.
 */
export function createTerms(projectId: string) {
  const project = hash(projectId)
  return {
    /** A word anywhere in a piece. */
    word: (word: string) => `w${project}${word}`,
    /** A word of its title and headings. */
    heading: (word: string) => `h${project}${word}`,
    source: (sourceId: string) => `s${project}${hash(sourceId)}`,
  }
}

/** All terms of an entry, separated by spaces. */
export function listTerms(projectId: string, sourceId: string, words: string): string {
  const terms = createTerms(projectId)
  const [title = [], headings = []] = readEntry(words)
  return [
    terms.source(sourceId),
    ...Array.from(distinctWords(words), terms.word),
    ...Array.from(new Set([...title, ...headings]), terms.heading),
  ].join(' ')
}
