import { articleLength, splitWords } from './split-words.ts'

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
  for (const { kind, folded } of splitWords(text.slice(0, INDEXED_CHARACTERS))) {
    if (folded === '') continue
    const found = kind === 'word' ? wordForms(folded).map(cut) : [...pairs(folded), last(folded)]
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

/** What a word can begin with: itself, and in Arabic what follows its article. */
export function wordForms(folded: string): readonly string[] {
  const article = articleLength(folded)
  return article === 0 ? [folded] : [folded, folded.slice(article)]
}

const cut = (word: string): string =>
  word.length <= TERM_MAX_CHARACTERS ? word : [...word].slice(0, TERM_MAX_CHARACTERS).join('')

function pairs(run: string): readonly string[] {
  const characters = [...run]
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}

const last = (run: string): string => [...run].at(-1) ?? ''
