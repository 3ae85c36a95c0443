import { splitWords, wordForms } from './words.ts'

/** Longer words are cut to this length. */
export const TERM_MAX_CHARACTERS = 64
/** Maximum of one text that is indexed, in UTF-16 units, which bounds the time to store a message. */
export const INDEXED_CHARACTERS = 32_768
/** Maximum of the different terms of one text, in UTF-8. */
export const TEXT_TERMS_MAX_BYTES = 32_768
/** Marks every text that is not fully indexed; no word equals it. A search scans such a text itself. */
export const UNREAD_TERM = '…'

/** A term to look up in an index. */
export interface Term {
  readonly text: string
  /** True if a term that begins with it matches. */
  readonly isPrefix: boolean
}

/**
 * Terms of a text in an index: its words, and of each run every pair of adjacent characters, and its last
 * character. So any part of a run is found, by its pairs or by its one character. For a text that is too
 * long, its beginning and {@link UNREAD_TERM}.
 */
export function textTerms(text: string): ReadonlySet<string> {
  const terms = new Set<string>()
  let bytes = 0
  for (const piece of splitWords(text.slice(0, INDEXED_CHARACTERS))) {
    const { kind, folded } = piece
    if (folded === '') continue
    const found = kind === 'word' ? wordForms(piece).map(cut) : [...pairs(folded), last(folded)]
    for (const term of found) {
      if (terms.has(term)) continue
      bytes += Buffer.byteLength(term)
      if (bytes > TEXT_TERMS_MAX_BYTES) return terms.add(UNREAD_TERM)
      terms.add(term)
    }
  }
  return text.length > INDEXED_CHARACTERS ? terms.add(UNREAD_TERM) : terms
}

/** Terms that find a word with this beginning. */
export const termsOfWord = (word: string): readonly Term[] => [{ text: cut(word), isPrefix: true }]

/** Terms that find a run with this part. */
export function termsOfRun(run: string): readonly Term[] {
  const found = pairs(run)
  // A single character starts a pair, or is the last.
  if (found.length === 0) return [{ text: run, isPrefix: true }]
  return found.map((text) => ({ text, isPrefix: false }))
}

const cut = (word: string): string =>
  word.length <= TERM_MAX_CHARACTERS
    ? word
    : Array.from(word.slice(0, 2 * TERM_MAX_CHARACTERS))
        .slice(0, TERM_MAX_CHARACTERS)
        .join('')

function pairs(run: string): readonly string[] {
  const characters = [...run]
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}

const last = (run: string): string => [...run].at(-1) ?? ''

/** Maximum of words of one query; later words are ignored. */
export const SEARCH_WORDS_MAX = 16
/** Maximum of terms for an index: the others are checked in the texts that it finds. */
export const SEARCH_TERMS_MAX = 8

/**
 * Some writers replace them by a space and some by nothing: both halves are looked for, which also matches a
 * text with the joiner. Other invisible characters are dropped.
 */
const JOINERS = /[\u200c\u200d]/gu

/** A parsed query. A text must match all of it. */
export interface SearchQuery {
  /** Folded; each is the beginning of a word of the text. */
  readonly words: readonly string[]
  /** Folded; each is a part of a run of the text. */
  readonly runs: readonly string[]
  /** Terms that an index must have. They may match more texts than the query, and never fewer. */
  readonly terms: readonly Term[]
}

/**
 * Parses a user's input. Quotation marks, operators and all other characters except letters and digits only
 * separate words. Undefined if no words are left.
 */
export function readQuery(text: string): SearchQuery | undefined {
  const pieces = [...splitWords(text.replaceAll(JOINERS, ' '))].filter(
    ({ folded }) => folded !== '',
  )
  const ofKind = (kind: 'word' | 'run') =>
    new Set(pieces.flatMap((piece) => (piece.kind === kind ? [piece.folded] : [])))
  const all = [...ofKind('word')]
  // A word that is the beginning of another is found with it.
  const words = all.filter((word) => !all.some((other) => other !== word && other.startsWith(word)))
  const runs = [...ofKind('run')]
  if (words.length + runs.length === 0) return undefined
  const counted = { words: words.slice(0, SEARCH_WORDS_MAX), runs: runs.slice(0, SEARCH_WORDS_MAX) }
  return { ...counted, terms: chooseTerms(counted) }
}

/** The longest, which the fewest texts have. */
function chooseTerms({ words, runs }: Pick<SearchQuery, 'words' | 'runs'>): readonly Term[] {
  const terms = new Map<string, Term>()
  for (const word of words) for (const term of termsOfWord(word)) terms.set(term.text, term)
  for (const run of runs) for (const term of termsOfRun(run)) terms.set(term.text, term)
  return [...terms.values()]
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, SEARCH_TERMS_MAX)
}
