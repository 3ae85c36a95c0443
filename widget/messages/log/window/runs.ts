import { carryRange, firstRange, FOLDED_FROM, rangeAround, type Range } from './ranges.ts'

/** The last turn is always drawn: changes happen there. */
const LAST_DRAWN = 2
/** Number of folded messages in one element of plain text. */
export const FOLDED_TOGETHER_MAX = 50

export type Run =
  | { readonly type: 'drawn'; readonly id: string }
  | { readonly type: 'folded'; readonly key: string; readonly ids: readonly string[] }

/** Drawn part of a path, besides its last turn and the focused message. */
export interface Drawn {
  readonly ids: readonly string[]
  readonly range: Range
  /** Selected messages stay as they are. */
  readonly selected: Range | null
  /** Moves with the path's beginning. */
  readonly origin: number
}

export const startDrawn = (ids: readonly string[]): Drawn => ({
  ids,
  range: firstRange(ids.length),
  selected: null,
  origin: 0,
})

/**
 * The same after a change of the path.
 *
 * @param firstSeen the first visible message of another thread; `undefined`: its end.
 */
export function carryDrawn(
  { ids: before, range, origin }: Drawn,
  ids: readonly string[],
  firstSeen: () => string | undefined,
): Drawn {
  const [first] = before
  const shift = first === undefined ? -1 : ids.indexOf(first)
  // Another thread starts anew; older messages in front shift the origin.
  if (shift === -1) {
    const seen = ids.length > FOLDED_FROM ? ids.indexOf(firstSeen() ?? '') : -1
    const start = startDrawn(ids)
    return seen === -1 ? start : { ...start, range: rangeAround(seen, ids.length) }
  }
  return { ids, range: carryRange(before, range, ids), selected: null, origin: origin + shift }
}

/** @param isWhole draws all of them, as for printing. */
export function runsOf(
  { ids, range, selected, origin }: Drawn,
  focusedId: string | null,
  isWhole: boolean,
): readonly Run[] {
  const end = ids.length
  const focused = focusedId === null ? -1 : ids.indexOf(focusedId)
  const ranges: Range[] = [range, { start: end - LAST_DRAWN, end }]
  if (focused >= 0) ranges.push({ start: focused, end: focused + 1 })
  if (selected !== null) ranges.push(selected)
  if (isWhole) ranges.push({ start: 0, end })
  return splitRuns(ids, isInside(ranges), origin)
}

/**
 * Splits the path into drawn and folded runs. `origin` is an index that shifts when older messages are added in
 * front, so that the borders of folded blocks stay where they were.
 */
export function splitRuns(
  ids: readonly string[],
  isDrawn: (index: number) => boolean,
  origin: number,
): readonly Run[] {
  const runs: Run[] = []
  let folded: string[] = []
  let key = ''

  function close() {
    if (folded.length > 0) runs.push({ type: 'folded', key, ids: folded })
    folded = []
  }

  for (const [index, id] of ids.entries()) {
    if (isDrawn(index)) {
      close()
      runs.push({ type: 'drawn', id })
      continue
    }
    const distance = index - origin
    if (distance % FOLDED_TOGETHER_MAX === 0) close()
    if (folded.length === 0) key = `${distance}`
    folded.push(id)
  }
  close()
  return runs
}

/**
 * Returns the same runs, and reuses the previous object of each folded run with the same messages, so that it is
 * not drawn again.
 */
export function createRunReuse(): (runs: readonly Run[]) => readonly Run[] {
  let last = new Map<string, Run>()
  return (runs) => {
    const reused = runs.map((run) => {
      const same = run.type === 'folded' ? last.get(run.key) : undefined
      const isSame =
        run.type === 'folded' && same?.type === 'folded' && isSameList(same.ids, run.ids)
      return isSame ? same : run
    })
    last = new Map(reused.map((run) => [run.type === 'folded' ? run.key : '', run]))
    return reused
  }
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])

/** Tests whether an index is in one of the ranges. */
export const isInside =
  (ranges: readonly Range[]) =>
  (index: number): boolean =>
    ranges.some(({ start, end }) => index >= start && index < end)
