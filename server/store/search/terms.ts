import { splitWords, wordForms } from './words.ts'

/** Of a longer word, the beginning is kept. */
export const TERM_MAX_CHARACTERS = 64
/** Of one text, in UTF-16 units, so much is indexed: whoever stores a message waits no longer for it. */
export const INDEXED_CHARACTERS = 32_768
/** Of the different terms of one text, in UTF-8. */
export const TEXT_TERMS_MAX_BYTES = 32_768
/**
 * A term of every text that is not indexed to its end, and no word: a search looks into such a text
 * itself.
 */
export const UNREAD_TERM = '…'

/** What an index is asked for. */
export interface Term {
  readonly text: string
  /** Whether a term that only begins with it will do. */
  readonly isPrefix: boolean
}

/**
 * What an index keeps of a text: its words, and of each run every two characters that follow one
 * another, and its last one. So any part of a run is found, by its pairs or by its one character. Of
 * a text that is too long, its beginning and {@link UNREAD_TERM}.
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

/** By what an index finds a word that begins like this. */
export const termsOfWord = (word: string): readonly Term[] => [{ text: cut(word), isPrefix: true }]

/** By what an index finds a run that has this somewhere. */
export function termsOfRun(run: string): readonly Term[] {
  const found = pairs(run)
  // One character begins a pair, or is the last.
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

/** Words of one query that count; those that follow are not looked for. */
export const SEARCH_WORDS_MAX = 16
/** Terms that an index is asked for: the rest is looked at in the texts that it finds. */
export const SEARCH_TERMS_MAX = 8

/**
 * Some write a space in their place and some nothing: both halves are looked for, which a text with the joiner has as
 * well. Other unseen characters are dropped.
 */
const JOINERS = /[\u200c\u200d]/gu

/** What somebody looks for. All of it must be there. */
export interface SearchQuery {
  /** Folded; each begins a word of the text. */
  readonly words: readonly string[]
  /** Folded; each stands somewhere in a run of the text. */
  readonly runs: readonly string[]
  /** What an index must have of it. It may find more than the query means, and never less. */
  readonly terms: readonly Term[]
}

/**
 * Reads what somebody typed. Quotation marks, operators and whatever else is neither a letter nor a
 * digit separate words and mean nothing. Undefined when nothing is left.
 */
export function readQuery(text: string): SearchQuery | undefined {
  const pieces = [...splitWords(text.replaceAll(JOINERS, ' '))].filter(
    ({ folded }) => folded !== '',
  )
  const ofKind = (kind: 'word' | 'run') =>
    new Set(pieces.flatMap((piece) => (piece.kind === kind ? [piece.folded] : [])))
  const all = [...ofKind('word')]
  // Where a longer word begins with a shorter one, the shorter one is found with it.
  const words = all.filter((word) => !all.some((other) => other !== word && other.startsWith(word)))
  const runs = [...ofKind('run')]
  if (words.length + runs.length === 0) return undefined
  const counted = { words: words.slice(0, SEARCH_WORDS_MAX), runs: runs.slice(0, SEARCH_WORDS_MAX) }
  return { ...counted, terms: chooseTerms(counted) }
}

/** The longest, which fewest texts have. */
function chooseTerms({ words, runs }: Pick<SearchQuery, 'words' | 'runs'>): readonly Term[] {
  const terms = new Map<string, Term>()
  for (const word of words) for (const term of termsOfWord(word)) terms.set(term.text, term)
  for (const run of runs) for (const term of termsOfRun(run)) terms.set(term.text, term)
  return [...terms.values()]
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, SEARCH_TERMS_MAX)
}
