import { termsOfRun, termsOfWord, type Term } from './terms.ts'
import { splitWords } from './split-words.ts'

/** Words of one query that count; those that follow are not looked for. */
export const SEARCH_WORDS_MAX = 16
/** Terms that an index is asked for: the rest is looked at in the texts that it finds. */
export const SEARCH_TERMS_MAX = 8

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
  const pieces = [...splitWords(text)].filter(({ folded }) => folded !== '')
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
