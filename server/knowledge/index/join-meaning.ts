import type { Nearness } from './vectors/vector-search.ts'

/** The usual offset of reciprocal ranks: the first places of both lists do not outweigh all others. */
const RANK_OFFSET = 60

interface Scored {
  readonly pieceId: number
  readonly isAboveFloor: boolean
}

/**
 * Joins the pieces that a question's words found with those that its meaning found, by reciprocal ranks: scores of
 * the two cannot be compared. A piece whose meaning is outstanding is above the floor.
 *
 * @param byScore all of these pieces, best first by their words.
 * @param byWords ids of the pieces that words found.
 */
export function joinMeaning<Piece extends Scored>(
  byScore: readonly Piece[],
  byWords: ReadonlySet<number>,
  near: readonly Nearness[],
): readonly Piece[] {
  if (near.length === 0) return byScore
  const ranks = new Map<number, number>()
  const addRanks = (ids: readonly number[]) => {
    for (const [rank, id] of ids.entries()) {
      ranks.set(id, (ranks.get(id) ?? 0) + 1 / (RANK_OFFSET + rank))
    }
  }
  addRanks(byScore.flatMap(({ pieceId }) => (byWords.has(pieceId) ? [pieceId] : [])))
  addRanks(near.map(({ pieceId }) => pieceId))
  const outstanding = new Set(near.flatMap((each) => (each.isOutstanding ? [each.pieceId] : [])))
  return byScore
    .map((piece) => (outstanding.has(piece.pieceId) ? { ...piece, isAboveFloor: true } : piece))
    .toSorted((one, other) => (ranks.get(other.pieceId) ?? 0) - (ranks.get(one.pieceId) ?? 0))
}
