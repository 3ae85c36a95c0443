import { createTerms, type CandidateQuery, type Clause } from '../../store/store.ts'
import type { Concept } from './expand-query.ts'

/** Matches that the rarest words may have together, by the counts of words. */
export const MATCHES_MAX = 4_000
/** Common words that are counted: each costs a scan of its matches. */
const COMMON_WORDS_MAX = 2
/** Weights are whole numbers for the engines. */
const WEIGHT_SCALE = 100

/**
 * The rarest words of a question find the candidates, so that common words never cost a scan of all pieces:
 * these are counted only in pieces with one of the rarest. If even the rarest is common, pieces need the two
 * rarest.
 */
export function chooseClauses(
  projectId: string,
  concepts: readonly Concept[],
  hiddenSources: readonly string[],
): Pick<CandidateQuery, 'clauses' | 'without'> {
  const terms = createTerms(projectId)
  const words = concepts
    .filter(({ alternatives }) => alternatives.size > 0)
    .toSorted((one, other) => one.pieces - other.pieces)
    .map(({ alternatives, pieces, weight }) => ({
      any: Array.from(alternatives.keys(), terms.word),
      pieces,
      weight: Math.max(1, Math.round(weight * WEIGHT_SCALE)),
    }))
  let left = MATCHES_MAX
  const rare = words.filter(({ pieces }) => (left -= pieces) >= 0)
  const common = words.slice(rare.length, rare.length + COMMON_WORDS_MAX)
  const base =
    rare.length > 0 ? [rare.flatMap(({ any }) => any)] : words.slice(0, 2).map(({ any }) => any)
  const clauses: Clause[] = [
    ...rare.map(({ any, weight }) => ({ every: [any], weight })),
    ...common.map(({ any, weight }) => ({
      every: base.includes(any) ? base : [...base, any],
      weight,
    })),
  ]
  // No piece may have both of the two rarest.
  if (rare.length === 0 && words.length > 1) {
    clauses.push(...words.slice(0, 2).map(({ any }) => ({ every: [any], weight: 1 })))
  }
  return { clauses, without: hiddenSources.map(terms.source) }
}
