import type { CaseAttempt } from '../../shared/desk/case-runs.ts'
import type { CaseAttemptRow, CaseRow } from '../store/store.ts'

/** A case that passed in one nightly run and failed in the next. */
export interface ChangedCase {
  readonly name: string
  /** Models that answered. */
  readonly before: string | null
  readonly now: string | null
}

/** An attempt of a night. */
type NightAttempt = Pick<CaseAttemptRow, 'caseId' | 'data'>

/**
 * Cases that passed in the earlier run and fail in the later one, by name. A case that was not asked, that was changed
 * since, or that only lacks a judgement says nothing of the models.
 *
 * @param since start of the earlier run.
 */
export function compareNights(
  cases: readonly CaseRow[],
  since: string,
  earlier: readonly NightAttempt[],
  later: readonly NightAttempt[],
): readonly ChangedCase[] {
  const [before, now] = [byCase(earlier), byCase(later)]
  return cases.flatMap(({ id, name, changedAt }) => {
    const [passed, failed] = [before.get(id), now.get(id)]
    if (changedAt > since || !passed?.hasPassed || !failed || !hasFailed(failed)) return []
    return [{ name, before: passed.model, now: failed.model }]
  })
}

const byCase = (attempts: readonly NightAttempt[]): ReadonlyMap<string, CaseAttempt> =>
  new Map(
    attempts.flatMap(({ caseId, data }) =>
      data === null ? [] : [[caseId, JSON.parse(data) as CaseAttempt] as const],
    ),
  )

const hasFailed = ({ checks }: CaseAttempt): boolean =>
  checks.some(({ isMet, judge }) => !isMet && judge !== 'nobody')
