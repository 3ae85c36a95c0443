import type { Range } from './choose-range.ts'

/** Messages that stand together as plain text: one element for so many. */
export const FOLDED_TOGETHER_MAX = 50

export type Run =
  | { readonly type: 'drawn'; readonly id: string }
  | { readonly type: 'folded'; readonly key: string; readonly ids: readonly string[] }

/**
 * The path as it is drawn. `origin` is a place that moves with the path when older messages come in
 * front, so that the cuts between folded blocks stay where they were.
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
 * Gives the same runs, each folded one as the object that it was the last time if it holds the same
 * messages: what is drawn of it needs no second look.
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

/** Whether an index lies in one of the ranges. */
export const isInside =
  (ranges: readonly Range[]) =>
  (index: number): boolean =>
    ranges.some(({ start, end }) => index >= start && index < end)
