import type { Range } from './choose-range.ts'

/** Shorter threads are drawn whole. */
export const FOLDED_FROM = 40
/** Drawn before anything is measured: more than any panel shows. */
export const FIRST_DRAWN = 12

/** What is drawn of a thread that was just opened: its end. */
export const firstRange = (count: number): Range => ({
  start: count <= FOLDED_FROM ? 0 : count - FIRST_DRAWN,
  end: count,
})

/** The same messages on a path that has become another: longer at either end, or another branch. */
export function carryRange(
  before: readonly string[],
  drawn: Range,
  after: readonly string[],
): Range {
  if (after.length <= FOLDED_FROM) return firstRange(after.length)
  const kept = before.slice(drawn.start, drawn.end)
  const places = new Map(after.map((id, index) => [id, index]))
  const first = kept.find((id) => places.has(id))
  if (first === undefined) return firstRange(after.length)
  const start = places.get(first)!
  const last = kept.findLast((id) => places.has(id))!
  const wasAtEnd = drawn.end === before.length
  const grown = after.length - places.get(last)! - 1
  // What was sent or answered now belongs to what is drawn; a whole history that came does not.
  const end = wasAtEnd && grown <= FIRST_DRAWN ? after.length : places.get(last)! + 1
  return { start, end }
}
