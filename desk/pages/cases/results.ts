import type { CaseRun, CaseRunResults, CaseSide } from '../../../shared/desk/case-runs.ts'

/** Attempts of one case on one side. */
export interface SideCounts {
  readonly side: CaseSide
  readonly passed: number
  readonly failed: number
  /** True for what was live then, where another version is live now: it says nothing of today. */
  readonly isPast?: boolean
}

/** The newest result of a case on one side. */
export interface NewestResult extends SideCounts {
  readonly run: string
}

/** Cases that a list shows; `differs`: the results of draft and live are not alike. */
export const SHOWN = ['all', 'failed', 'differs'] as const
export type Shown = (typeof SHOWN)[number]

/** A word of the address; unknown ones show all. */
export const readShown = (word: string | undefined): Shown =>
  SHOWN.find((each) => each === word) ?? 'all'

/** Whether results of a run on a side are those of another version than the one that is live. */
export const isPast = (
  { publishedNumber }: Pick<CaseRun, 'publishedNumber'>,
  side: CaseSide,
  live: number | null | undefined,
): boolean => side === 'live' && live !== undefined && live !== publishedNumber

/**
 * The newest result of each case on each side, by the case's id. Runs come the newest first.
 *
 * @param live number of the version that is live; undefined: not known yet.
 */
export function newestResults(
  runs: readonly CaseRunResults[],
  live?: number | null,
): ReadonlyMap<string, readonly NewestResult[]> {
  const byCase = new Map<string, NewestResult[]>()
  for (const { run, cases } of runs) {
    for (const { caseId, sides } of cases) {
      const known = byCase.get(caseId) ?? []
      byCase.set(caseId, known)
      for (const { side, passed, failed } of sides) {
        // A run in progress has not asked all of its cases yet: what was known before stays.
        const isNew = passed + failed > 0 && !known.some((each) => each.side === side)
        if (!isNew) continue
        known.push({ run: run.id, side, passed, failed, isPast: isPast(run, side, live) })
      }
    }
  }
  return byCase
}

/** True if an attempt on a side failed, as the side is now. */
export const hasFailed = (sides: readonly SideCounts[]): boolean =>
  sides.some((each) => !each.isPast && each.failed > 0)

/** True if the share of passed attempts is not the same on both sides. A side without attempts differs from none. */
export function isDifferent(sides: readonly SideCounts[]): boolean {
  const shares = sides.flatMap((each) =>
    each.isPast || each.passed + each.failed === 0 ? [] : each.passed / (each.passed + each.failed),
  )
  return shares.some((share) => share !== shares[0])
}

/** Whether a case with these results belongs to the cases shown. */
export const isShown = (shown: Shown, sides: readonly SideCounts[]): boolean =>
  shown === 'all' || (shown === 'failed' ? hasFailed(sides) : isDifferent(sides))
