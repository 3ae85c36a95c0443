import { readEntry, type EntryRow } from '../../store/store.ts'
import type { Concept } from './expand-query.ts'

/** How much a word counts in a field, by the field's usual length in words. */
interface FieldRule {
  readonly weight: number
  readonly usualWords: number
  /** From 0 to 1: how much less a word counts in a longer field. */
  readonly lengthShare: number
}

/** Title, headings, text. */
const FIELD_RULES: readonly FieldRule[] = [
  { weight: 2, usualWords: 5, lengthShare: 0.3 },
  { weight: 2.7, usualWords: 6, lengthShare: 0.3 },
  { weight: 1, usualWords: 55, lengthShare: 0.5 },
]
/** Frequency at which a word counts half; more of it adds less and less. */
const HALF_FREQUENCY = 2
/** Share of an entry's score that the whole document gives: its title and other sections tell its subject. */
const DOCUMENT_SHARE = 0.3

export interface ScoredEntry extends EntryRow {
  /** From 0 to 1. */
  readonly score: number
}

/**
 * Scores entries by how much of a question they have, by the weights of its words; the best first, the oldest
 * first among equals. The same sums on both engines.
 */
export function scoreEntries(
  entries: readonly EntryRow[],
  concepts: readonly Concept[],
): readonly ScoredEntry[] {
  const wanted = new Map<string, number>()
  for (const { alternatives } of concepts) {
    for (const word of alternatives.keys()) wanted.set(word, wanted.get(word) ?? wanted.size)
  }
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0)
  const matches = entries.map(({ words }) => matchConcepts(words, wanted, concepts))
  const ofDocuments = new Map<string, number[]>()
  for (const [index, { documentId }] of entries.entries()) {
    const best = ofDocuments.get(documentId)
    const own = matches[index]!
    ofDocuments.set(documentId, best ? best.map((value, at) => Math.max(value, own[at]!)) : own)
  }
  const share = (values: readonly number[]) =>
    // Of a question without a word that counts.
    total === 0
      ? 0
      : values.reduce((sum, value, index) => sum + value * concepts[index]!.weight, 0) / total
  const scored = entries.map((entry, index) => {
    const ofDocument = share(ofDocuments.get(entry.documentId)!)
    const score = (1 - DOCUMENT_SHARE) * share(matches[index]!) + DOCUMENT_SHARE * ofDocument
    return { ...entry, score: roundScore(score) }
  })
  return scored.sort((one, other) => other.score - one.score || one.pieceId - other.pieceId)
}

const SCORE_DIGITS = 1e6
/** Equal scores stay equal, in whatever order their parts were added. */
const roundScore = (score: number): number => Math.round(score * SCORE_DIGITS) / SCORE_DIGITS

/** From 0 to 1 for each word of a question: how well an entry matches it. */
function matchConcepts(
  words: string,
  wanted: ReadonlyMap<string, number>,
  concepts: readonly Concept[],
): number[] {
  const frequencies = new Float64Array(wanted.size)
  for (const [index, field] of readEntry(words).entries()) {
    const { weight, usualWords, lengthShare } = FIELD_RULES[index]!
    const once = weight / (1 - lengthShare + (lengthShare * field.length) / usualWords)
    for (const word of field) {
      const number = wanted.get(word)
      if (number !== undefined) frequencies[number]! += once
    }
  }
  return concepts.map(({ alternatives }) => {
    let best = 0
    for (const [word, near] of alternatives) {
      const frequency = frequencies[wanted.get(word)!]!
      best = Math.max(best, (near * frequency) / (frequency + HALF_FREQUENCY))
    }
    return best
  })
}
