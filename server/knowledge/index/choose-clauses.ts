import { createTerms, type CandidateQuery, type Clause } from '../../store/store.ts'
import type { Concept } from './expand-query.ts'

/** Matches that all clauses together may have, by the counts of words. */
export const MATCHES_MAX = 4_000
const WEIGHT_SCALE = 100

/**
 * The rarest words of a question find the candidates, so that common words never cost a scan of all pieces. If
 * even the rarest is common, only pieces that have it with the others are counted.
 */
export function chooseClauses(
  projectId: string,
  concepts: readonly Concept[],
  hiddenSources: readonly string[],
): Pick<CandidateQuery, 'clauses' | 'without'> {
  const terms = createTerms(projectId)
  const rarestFirst = concepts
    .filter(({ alternatives }) => alternatives.size > 0)
    .toSorted((one, other) => one.pieces - other.pieces)
  const clauses: Clause[] = []
  let left = MATCHES_MAX
  for (const { alternatives, pieces, weight } of rarestFirst) {
    if (pieces > left) break
    left -= pieces
    clauses.push({
      every: [Array.from(alternatives.keys(), terms.word)],
      weight: Math.round(weight * WEIGHT_SCALE),
    })
  }
  if (clauses.length === 0 && rarestFirst.length > 0) {
    const groups = rarestFirst.map(({ alternatives }) =>
      Array.from(alternatives.keys(), terms.word),
    )
    for (let count = Math.min(groups.length, 3); count > 0; count -= 1) {
      clauses.push({ every: groups.slice(0, count), weight: WEIGHT_SCALE })
    }
  }
  return { clauses, without: hiddenSources.map(terms.source) }
}
