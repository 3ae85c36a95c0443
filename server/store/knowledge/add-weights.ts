import type { Candidate } from './knowledge-engine.ts'

/** The pieces that match a clause. */
export interface ClauseMatches {
  readonly ids: readonly number[]
  readonly weight: number
}

/** Adds the weights of the clauses that each piece matches: the greatest sums, the oldest first among equals. */
export function addWeights(matches: readonly ClauseMatches[], limit: number): readonly Candidate[] {
  const sums = new Map<number, number>()
  for (const { ids, weight } of matches) {
    for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + weight)
  }
  const least = leastOf(sums.values(), limit)
  const best: Candidate[] = []
  for (const [pieceId, weight] of sums) if (weight >= least) best.push({ pieceId, weight })
  return best
    .sort((one, other) => other.weight - one.weight || one.pieceId - other.pieceId)
    .slice(0, limit)
}

/** The sum of the last piece that has a place; other pieces may have the same one. */
function leastOf(sums: Iterable<number>, limit: number): number {
  const sorted = Float64Array.from(sums).sort()
  return sorted[Math.max(0, sorted.length - limit)] ?? 0
}
