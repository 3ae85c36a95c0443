import { CASES_MAX, type CasesRefusal } from '../../shared/desk/cases.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Store } from '../store/store.ts'
import { hasPassedOn } from './run-report.ts'

/**
 * For a publish that is bound to cases: a run since the last change of any case must have asked all of them on this
 * revision of the draft, and each must have passed. A project without cases has nothing to pass.
 *
 * @throws AlcoveError `conflict`, with {@link CasesRefusal} as its data.
 */
export async function requireCasesPassed(
  store: Pick<Store, 'cases' | 'caseRuns'>,
  projectId: string,
  revision: number,
): Promise<void> {
  const cases = await store.cases.list(projectId, CASES_MAX)
  if (cases.length === 0) return
  const runs = await store.caseRuns.list(projectId)
  const run = runs.find(
    (each) =>
      each.state === 'done' &&
      each.isWhole &&
      each.draftRevision === revision &&
      each.sides.includes('draft') &&
      cases.every(({ changedAt }) => changedAt <= each.startedAt),
  )
  if (!run) throw createError('not-run')
  const attempts = await store.caseRuns.outcomes(run.id)
  const asked = new Set(attempts.map(({ caseId }) => caseId))
  if (!cases.every(({ id }) => asked.has(id))) throw createError('not-run')
  if (!hasPassedOn(attempts, 'draft')) throw createError('failed')
}

const REASONS = {
  'not-run': 'Run all cases on this draft first.',
  failed: 'A case failed on this draft.',
} as const satisfies Record<CasesRefusal['cases'], string>

const createError = (cases: CasesRefusal['cases']): AlcoveError =>
  new AlcoveError(
    'conflict',
    `This project publishes only drafts that pass its cases. ${REASONS[cases]}`,
    { data: { cases } satisfies CasesRefusal },
  )
