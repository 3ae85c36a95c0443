import type { EditPlace } from './edit-place.ts'

/** A part of a text, in UTF-16 units. */
export type Range = readonly [start: number, end: number]

/** A text with the parts that were entered since a certain moment. */
export interface FreshText {
  readonly text: string
  /** The text at that moment. */
  readonly old: string
  /** The new parts, in order. They do not touch. */
  readonly fresh: readonly Range[]
}

export const oldText = (text: string): FreshText => ({ text, old: text, fresh: [] })

/** Applies one edit. */
export function editText(before: FreshText, text: string, place?: EditPlace): FreshText {
  const removed = findChange(before.text, text, place)
  const grown = text.length - before.text.length
  const inserted: Range = [removed[0], removed[1] + grown]
  const isOld = place?.isPutBack === true && before.old.includes(text.slice(...inserted))
  const kept = before.fresh.flatMap(([start, end]): readonly Range[] => [
    [start, Math.min(end, removed[0])],
    [Math.max(start, removed[1]) + grown, end + grown],
  ])
  return { ...before, text, fresh: join(isOld ? kept : [...kept, inserted]) }
}

/** The new parts, joined. */
export const freshOf = ({ text, fresh }: FreshText): string =>
  fresh.map((range) => text.slice(...range)).join('')

/** The old parts, joined. */
export function restOf({ text, fresh }: FreshText): string {
  const edges = [0, ...fresh.flat(), text.length]
  return edges.map((edge, index) => (index % 2 ? text.slice(edges[index - 1], edge) : '')).join('')
}

/** Converts a position in the text to one in {@link freshOf}. */
export const placeInFresh = ({ fresh }: FreshText, at: number): number =>
  fresh.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, at) - start), 0)

/** Finds the part of the old text that the edit replaced. */
function findChange(before: string, after: string, place: EditPlace | undefined): Range {
  const shorter = Math.min(before.length, after.length)
  const isBehind =
    place !== undefined &&
    place.behind <= shorter &&
    before.endsWith(after.slice(after.length - place.behind))
  const limit = isBehind ? Math.min(place.start, shorter - place.behind) : shorter
  let start = 0
  while (start < limit && before[start] === after[start]) start += 1
  if (isBehind) return [start, before.length - place.behind]
  let behind = 0
  while (behind < shorter - start && before.at(-1 - behind) === after.at(-1 - behind)) behind += 1
  return [start, before.length - behind]
}

/** Drops empty ranges, sorts, and joins ranges that touch. */
function join(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (start >= end) continue
    const last = joined.at(-1)
    if (last && last[1] >= start) joined[joined.length - 1] = [last[0], Math.max(last[1], end)]
    else joined.push([start, end])
  }
  return joined
}
