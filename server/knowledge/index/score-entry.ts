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
  { weight: 1.2, usualWords: 5, lengthShare: 0.3 },
  { weight: 2, usualWords: 6, lengthShare: 0.3 },
  { weight: 1, usualWords: 60, lengthShare: 0.5 },
]
/** Frequency at which a word counts half; more of it adds less and less. */
const HALF_FREQUENCY = 1

/** From 0 to 1: how much of a question, by the weight of its words, an entry has. */
export function scoreEntry(
  fields: readonly (readonly string[])[],
  concepts: readonly Concept[],
): number {
  const counted = fields.map(countWords)
  let matched = 0
  let total = 0
  for (const { alternatives, weight } of concepts) {
    total += weight
    let best = 0
    for (const [word, near] of alternatives) {
      const frequency = frequencyOf(word, counted, fields)
      best = Math.max(best, (near * frequency) / (frequency + HALF_FREQUENCY))
    }
    matched += weight * best
  }
  return total === 0 ? 0 : matched / total
}

function frequencyOf(
  word: string,
  counted: readonly ReadonlyMap<string, number>[],
  fields: readonly (readonly string[])[],
): number {
  let frequency = 0
  for (const [index, { weight, usualWords, lengthShare }] of FIELD_RULES.entries()) {
    const count = counted[index]?.get(word)
    if (count === undefined) continue
    const length = fields[index]!.length / usualWords
    frequency += (weight * count) / (1 - lengthShare + lengthShare * length)
  }
  return frequency
}

function countWords(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
