/** A range of indices on the path: from `start` up to but not including `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

export interface View {
  /** From the top of the first message to the top of the visible area, in pixels. */
  readonly top: number
  /** Height of the visible area. */
  readonly port: number
}

/** Threads with fewer messages are drawn whole. */
export const FOLDED_FROM = 40
/** Messages drawn before the first measurement: more than any panel shows. */
export const FIRST_DRAWN = 12
/** Distance drawn ahead of the reader, in heights of the view. */
export const DRAW_AHEAD = 1.5
/** Messages drawn around the target of a jump. */
const AROUND = 6
/** Distance beyond which messages are folded again, in heights of the view. */
export const FOLD_BEYOND = 4
/** More at once would block the page. */
export const DRAWN_AT_ONCE_MAX = 4

/**
 * Chooses the messages to draw for a view. Visible ones are drawn at once, near ones a few at a time: called with
 * its own result, it returns the next step, until nothing changes. Drawn messages stay until they are far away, so
 * that scrolling back and forth draws nothing.
 */
export function chooseRange(
  count: number,
  heightOf: (index: number) => number,
  view: View,
  drawn: Range,
): Range {
  const [visible, near, kept] = findPlaces(count, heightOf, view)
  if (visible.start < drawn.start || visible.end > drawn.end) {
    const isApart = visible.end < drawn.start || visible.start > drawn.end
    const joined = isApart ? visible : join(visible, drawn)
    return cut(joined, kept)
  }
  const start = Math.max(near.start, drawn.start - DRAWN_AT_ONCE_MAX)
  const end = Math.min(near.end, drawn.end + DRAWN_AT_ONCE_MAX)
  return cut(join({ start, end }, drawn), kept)
}

/** The visible messages, those near them, and those that may stay. */
function findPlaces(
  count: number,
  heightOf: (index: number) => number,
  { top, port }: View,
): readonly [Range, Range, Range] {
  const margins = [0, DRAW_AHEAD * port, FOLD_BEYOND * port]
  const starts = [count, count, count]
  const ends = [0, 0, 0]
  let y = 0
  for (let index = 0; index < count; index += 1) {
    const bottom = y + heightOf(index)
    for (const [which, margin] of margins.entries()) {
      if (bottom < top - margin || y > top + port + margin) continue
      starts[which] = Math.min(starts[which]!, index)
      ends[which] = index + 1
    }
    y = bottom
  }
  // Below the last message there is space for a held turn; the last message counts there.
  const place = (which: number): Range =>
    ends[which] === 0
      ? { start: Math.max(0, count - 1), end: count }
      : { start: starts[which]!, end: ends[which]! }
  return [place(0), place(1), place(2)]
}

const join = (one: Range, other: Range): Range => ({
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
})

const cut = (range: Range, limits: Range): Range => ({
  start: Math.max(range.start, limits.start),
  end: Math.min(range.end, limits.end),
})

/** Drawn part of a thread that was just opened: its end. */
export const firstRange = (count: number): Range => ({
  start: count <= FOLDED_FROM ? 0 : count - FIRST_DRAWN,
  end: count,
})

/** The same messages after a change of the path: longer at either end, or another branch. */
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
  // Messages sent or answered now are added to the range; a whole loaded history is not.
  const end = wasAtEnd && grown <= FIRST_DRAWN ? after.length : places.get(last)! + 1
  return { start, end }
}

/** Messages drawn for a jump to a folded message. */
export const rangeAround = (index: number, count: number): Range => ({
  start: Math.max(0, index - AROUND),
  end: Math.min(count, index + AROUND),
})

export const isSameRange = (one: Range, other: Range): boolean =>
  one.start === other.start && one.end === other.end
