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
export const STEM_LETTERS = 4
/** Shorter words are no parts of compounds. */
export const COMPOUND_LETTERS = 4
/** Shorter words have too many neighbours of one slip. */
export const SLIP_LETTERS = 4
/** Share of the longer word that forms of one word have in common. */
export const STEM_SHARE = 0.6
/** Words of the pages for one word of a question. */
export const ALTERNATIVES_MAX = 16

export const COMPOUND_NEARNESS = 0.6
export const SLIP_NEARNESS = 0.8

/** Lookups that find forms of a word and compounds with it. */
export function lookupsOf(word: string): readonly WordLookup[] {
  if (word.length < STEM_LETTERS) return []
  const stem = word.slice(0, Math.max(STEM_LETTERS, Math.floor(word.length * STEM_SHARE)))
  const compounds = word.length >= COMPOUND_LETTERS ? [{ by: 'end', part: word } as const] : []
  return [{ by: 'beginning', part: stem }, ...compounds]
}

/** Lookups that find all words at one slip: their first or last half is unchanged. */
export function slipLookupsOf(word: string): readonly WordLookup[] {
  if (word.length < SLIP_LETTERS) return []
  const half = Math.floor((word.length - 1) / 2)
  return [-1, 0, 1].flatMap((difference) => {
    const letters = word.length + difference
    return [
      { by: 'beginning', part: word.slice(0, half), letters } as const,
      { by: 'end', part: word.slice(word.length - half), letters } as const,
    ]
  })
}

/** Parts of a compound count less than a word of the question by itself. */
const PART_WEIGHT = 0.7
const HAS_DIGIT = /\d/u

/** Both parts of a word that may be two on the pages, for each place between them. */
export function* splitsOf(word: string): Generator<readonly [string, string], void, void> {
  for (let at = 2; at <= word.length - 2; at += 1) {
    const [first, last] = [word.slice(0, at), word.slice(at)]
    const isCode = HAS_DIGIT.test(first) !== HAS_DIGIT.test(last)
    if (isCode || Math.min(first.length, last.length) >= COMPOUND_LETTERS) yield [first, last]
  }
}

/** The parts of a word of which the pages have no form, if they have both. */
export function createPartConcepts(
  word: string,
  known: readonly KnownWord[],
  total: number,
): readonly Concept[] {
  const byWord = new Map(known.map((each) => [each.word, each]))
  for (const parts of splitsOf(word)) {
    const found = parts.flatMap((part) => byWord.get(part) ?? [])
    if (found.length < parts.length) continue
    return found.map((part) => {
      const concept = createConcept(part.word, [part], total)
      return { ...concept, weight: concept.weight * PART_WEIGHT }
    })
  }
  return []
}

/** From 0 (another word) to 1 (the same). */
export function nearness(word: string, known: string): number {
  if (word === known) return 1
  const shared = sharedBeginning(word, known)
  const longer = Math.max(word.length, known.length)
  const share = shared / longer
  if (shared >= STEM_LETTERS && share >= STEM_SHARE) return 0.5 + share / 2.2
  const isCompound =
    word.length >= COMPOUND_LETTERS && (known.startsWith(word) || known.endsWith(word))
  return isCompound ? COMPOUND_NEARNESS : 0
}

/** Chooses the words of the pages that stand for a word of the question. */
export function createConcept(word: string, known: readonly KnownWord[], total: number): Concept {
  const near = known
    .map((each) => ({ ...each, nearness: nearness(word, each.word) }))
    .filter((each) => each.nearness > 0)
  const slips =
    near.length > 0
      ? []
      : known
          .filter((each) => isOneSlip(word, each.word))
          .map((each) => ({ ...each, nearness: SLIP_NEARNESS }))
  const chosen = [...near, ...slips]
    .sort(
      (one, other) =>
        other.nearness - one.nearness ||
        other.pieces - one.pieces ||
        (one.word < other.word ? -1 : 1),
    )
    .slice(0, ALTERNATIVES_MAX)
  const pieces = chosen.reduce((sum, each) => sum + each.pieces, 0)
  return {
    word,
    alternatives: new Map(chosen.map((each) => [each.word, each.nearness])),
    pieces,
    weight: Math.log(1 + (total + 0.5) / (Math.min(pieces, total) + 0.5)),
  }
}
