import type { KnownWord, WordLookup } from '../../store/store.ts'
import { isOneSlip, sharedBeginning } from './similar-words.ts'

/** A word of a question, and the words of the pages that may stand for it. */
export interface Concept {
  readonly word: string
  /** By word: from 0 to 1, how near it is to the question's. Empty: no page has a like word. */
  readonly alternatives: ReadonlyMap<string, number>
  /** Pieces that have the word or a form of it, at most. */
  readonly pieces: number
  /** Importance, from its rarity. */
  readonly weight: number
}

/** Letters that forms of one word share at least. */
const STEM_LETTERS = 4
/** Share of the longer word that forms of one word have in common. */
const STEM_SHARE = 0.68
/** Shorter words are no parts of compounds. */
const PART_LETTERS = 4
/** Shorter words have too many neighbours of one slip. */
const SLIP_LETTERS = 4
/** Words of the pages for one word of a question. */
const ALTERNATIVES_MAX = 16

const COMPOUND_NEARNESS = 0.9
const SLIP_NEARNESS = 0.8
/** For a word of which the pages have the beginning or the end alone. */
const PART_NEARNESS = 0.3
/** A form of a word is as near as what it shares with the word. */
const FORM_NEARNESS = { least: 0.33, share: 0.57 } as const

/** Rare words count more, less than in proportion. */
const RARITY_POWER = 0.7
/** Words of which the pages have nothing count less: they tell nothing of the pages. */
const UNKNOWN_SHARE = 0.64
/** Articles, question words and the like. */
const FUNCTION_SHARE = 0.25

/** Letters of a word whose only form is its plural with an s: others would be other words. */
const SHORT_LETTERS = 3

/** The plural of a short word, or the word of which it is the plural. */
export const pluralsOf = (word: string): readonly string[] =>
  word.length === SHORT_LETTERS
    ? [`${word}s`]
    : word.length === SHORT_LETTERS + 1 && word.endsWith('s')
      ? [word.slice(0, -1)]
      : []

/** Lookups that find forms of a word and compounds with it. */
export function lookupsOf(word: string): readonly WordLookup[] {
  if (word.length < STEM_LETTERS) return []
  const stem = word.slice(0, Math.max(STEM_LETTERS, Math.floor(word.length * STEM_SHARE)))
  return [
    { by: 'beginning', part: stem },
    { by: 'end', part: word },
  ]
}

/** Lookups that find all words at one slip: it leaves the first or the last half unchanged. */
function slipLookupsOf(word: string): readonly WordLookup[] {
  const half = Math.floor(word.length / 2)
  return [-1, 0, 1].flatMap((difference) => {
    const letters = word.length + difference
    return [
      { by: 'beginning', part: word.slice(0, half), letters } as const,
      { by: 'end', part: word.slice(word.length - half), letters } as const,
    ]
  })
}

/** Words and lookups for a word of which the pages have no form: slips, and parts of it. */
export function farLookupsOf(word: string): {
  readonly words: readonly string[]
  readonly lookups: readonly WordLookup[]
} {
  if (word.length < SLIP_LETTERS) return { words: [], lookups: [] }
  return { words: [...exchangesOf(word), ...splitsOf(word).flat()], lookups: slipLookupsOf(word) }
}

/** The words with two neighbours exchanged, one of which may stand in each half. */
const exchangesOf = (word: string): readonly string[] =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  )

const HAS_DIGIT = /\d/u

/** Both parts of a word that may be two on the pages, for each place between them. */
function splitsOf(word: string): readonly (readonly [string, string])[] {
  return Array.from({ length: Math.max(0, word.length - 3) }, (_, index) => {
    const at = index + 2
    return [word.slice(0, at), word.slice(at)] as const
  })
}

/** True for `qe1004`, which pages write with a hyphen or a space, too. */
const isCode = ([first, last]: readonly [string, string]): boolean =>
  HAS_DIGIT.test(first) !== HAS_DIGIT.test(last)

const isPart = (part: string): boolean => part.length >= PART_LETTERS

/** From 0 (another word) to 1 (the same). */
function nearness(word: string, known: string): number {
  if (word === known) return 1
  if (HAS_DIGIT.test(word)) return 0
  const shared = sharedBeginning(word, known)
  const share = shared / Math.max(word.length, known.length)
  const isForm = shared >= STEM_LETTERS && share >= STEM_SHARE
  if (isForm || pluralsOf(word).includes(known)) {
    return FORM_NEARNESS.least + FORM_NEARNESS.share * share
  }
  const isCompound = isPart(word) && (known.startsWith(word) || known.endsWith(word))
  return isCompound ? COMPOUND_NEARNESS : 0
}

type NearWord = KnownWord & { readonly nearness: number }

/** Words of the pages with the word's own letters: forms of it, and compounds with it. */
export const findNear = (word: string, known: readonly KnownWord[]): readonly NearWord[] =>
  known
    .map((each) => ({ ...each, nearness: nearness(word, each.word) }))
    .filter((each) => each.nearness > 0)

/** Concepts of a word of which the pages have no form: by one slip, by two parts, or by one of them. */
export function createFarConcepts(
  word: string,
  known: readonly KnownWord[],
  facts: WeightFacts,
): readonly Concept[] {
  const withNearness = (each: KnownWord, value: number): NearWord => ({ ...each, nearness: value })
  if (word.length >= SLIP_LETTERS && !HAS_DIGIT.test(word)) {
    const slips = known.filter((each) => isOneSlip(word, each.word))
    if (slips.length > 0) {
      const near = slips.map((each) => withNearness(each, SLIP_NEARNESS))
      return [createConcept(word, near, facts)]
    }
  }
  const byWord = new Map(known.map((each) => [each.word, each]))
  for (const split of splitsOf(word)) {
    const found = split.flatMap((part) => byWord.get(part) ?? [])
    const isWhole = found.length === split.length && (isCode(split) || split.every(isPart))
    if (isWhole)
      return found.map((part) => createConcept(part.word, [withNearness(part, 1)], facts))
  }
  // The end of a compound says more than its beginning.
  const parts = [
    ...splitsOf(word).map(([, last]) => last),
    ...splitsOf(word).map(([first]) => first),
  ]
  const part = parts.filter(isPart).flatMap((each) => byWord.get(each) ?? [])[0]
  const near = part ? [withNearness(part, PART_NEARNESS)] : []
  return [createConcept(word, near, facts)]
}

/**
 * Words of a project with fewer pieces count as if it had so many. A small site repeats on each page what it is about,
 * and is asked about that.
 */
export const USUAL_PIECES = 100

/** Weight of a word that so many of all pieces have. */
export const rarityOf = (pieces: number, total: number): number =>
  Math.log(1 + (total + 0.5) / (pieces + 0.5)) ** RARITY_POWER

export interface WeightFacts {
  /** Number of all pieces. */
  readonly total: number
  readonly functionWords: ReadonlySet<string>
}

export function createConcept(
  word: string,
  near: readonly NearWord[],
  { total, functionWords }: WeightFacts,
): Concept {
  const chosen = near
    .toSorted(
      (one, other) =>
        other.nearness - one.nearness ||
        other.pieces - one.pieces ||
        (one.word < other.word ? -1 : 1),
    )
    .slice(0, ALTERNATIVES_MAX)
  const pieces = Math.min(
    total,
    chosen.reduce((sum, each) => sum + each.pieces, 0),
  )
  const share = (functionWords.has(word) ? FUNCTION_SHARE : 1) * (pieces === 0 ? UNKNOWN_SHARE : 1)
  return {
    word,
    alternatives: new Map(chosen.map((each) => [each.word, each.nearness])),
    pieces,
    weight: rarityOf(pieces, total) * share,
  }
}
