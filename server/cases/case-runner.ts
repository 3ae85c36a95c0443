import { CASE_ATTEMPTS_MAX, type CaseSide } from '../../shared/desk/case-runs.ts'
import { CASES_MAX } from '../../shared/desk/cases.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { CaseOutcomeRow, CaseRow, CaseRunRow, Store } from '../store/store.ts'
import { attemptCase, failedAttempt, type AttemptParts } from './attempt-case.ts'
import { readCase } from './case-data.ts'
import { writeAttempt } from './run-report.ts'
import { createCaseNights, type CaseNights } from './case-nights.ts'
import type { CaseProject, FindSide } from './case-sides.ts'

/** Attempts of one run at once. Providers limit calls too: a refused one is tried again by the model's own rules. */
export const ATTEMPTS_AT_ONCE = 12
/** Errors of the server in the work on a run after which the run has failed. */
export const RUN_ERRORS_MAX = 3
/** Attempts of a run after which it is another project's turn. */
export const ATTEMPTS_PER_TURN = 60

export interface CaseRunnerParts extends AttemptParts {
  readonly store: Pick<Store, 'cases' | 'caseRuns' | 'maintenance'>
  readonly findSide: FindSide
  /** Version that is published; null: none. */
  readonly publishedNumber: (projectId: string) => Promise<number | null>
  readonly onError: (error: unknown) => void
}

export interface AskedRun {
  readonly sides: readonly CaseSide[]
  readonly times: number
  /** Ids; undefined: all cases of the project. */
  readonly cases?: readonly string[] | undefined
  readonly by: string | null
  /** The caller's name of the run: with it, a repeated call finds the run. */
  readonly externalId?: string | undefined
}

export interface CaseRunner extends Pick<CaseNights, 'startDue'> {
  /**
   * Writes a run that {@link work} asks.
   *
   * @throws AlcoveError `invalid_request` without a case or with too many answers, `not_found` for a project or a case
   * that is not there, `idempotency_mismatch` for the name of another run.
   */
  start(projectId: string, asked: AskedRun): Promise<CaseRunRow>
  /**
   * Asks what running runs have left, also those of a process that died; one process of the database does. An
   * aborted attempt is made again.
   */
  work(signal: AbortSignal): Promise<void>
}

export function createCaseRunner(parts: CaseRunnerParts): CaseRunner {
  const { store, findSide, publishedNumber, onError } = parts
  const nights = createCaseNights(parts)
  /** Errors of running runs in this process, by id. */
  const errors = new Map<string, number>()

  async function start(projectId: string, asked: AskedRun) {
    const { externalId } = asked
    const known =
      externalId === undefined ? undefined : await store.caseRuns.findNamed(projectId, externalId)
    const run = known ?? (await startNew(projectId, asked))
    if (externalId === undefined || isAsAsked(run, asked)) return run
    throw new AlcoveError(
      'idempotency_mismatch',
      'A run with this externalId was started before, and asks for something else.',
    )
  }

  async function startNew(projectId: string, { sides, times, cases, by, externalId }: AskedRun) {
    const all = await store.cases.list(projectId, CASES_MAX)
    const chosen = cases === undefined ? all : chooseCases(all, cases)
    if (chosen.length === 0) {
      throw new AlcoveError('invalid_request', 'There is no case yet: write one first.')
    }
    const asked = [...new Set(sides)]
    if (chosen.length * asked.length * times > CASE_ATTEMPTS_MAX) throw createSizeError()
    const side = await findSide(projectId, asked.includes('draft') ? 'draft' : 'live')
    if (!side) throw new AlcoveError('not_found', 'There is no such project.')
    return store.caseRuns.start({
      projectId,
      sides: asked,
      times,
      by,
      externalId,
      isWhole: cases === undefined,
      draftRevision: side.revision,
      publishedNumber: await publishedNumber(projectId),
      attempts: Array.from({ length: times }).flatMap(() =>
        chosen.flatMap(({ id }) => asked.map((side) => ({ caseId: id, side }))),
      ),
    })
  }

  async function workOn(run: CaseRunRow, stopped: AbortSignal) {
    const ending = new AbortController()
    const signal = AbortSignal.any([stopped, ending.signal])
    const left = (await store.caseRuns.outcomes(run.id)).filter(
      ({ hasPassed }) => hasPassed === null,
    )
    let next = 0
    let ended: Promise<void> | undefined
    // Several attempts may find the budget used up.
    const end = (state: 'stopped' | 'over-budget') =>
      (ended ??= endRun(run, state).then(() => ending.abort()))
    const isTurnOver = async () => {
      if (next < ATTEMPTS_PER_TURN) return false
      return (await store.caseRuns.nextRunning(run.projectId))?.projectId !== run.projectId
    }
    let problem: { readonly error: unknown } | undefined
    const takeTurns = async () => {
      while (!signal.aborted && !(await isTurnOver())) {
        const attempt = left[next]
        next += 1
        if (!attempt) return
        if (!(await store.caseRuns.isRunning(run.id))) return ending.abort()
        await attemptOne(run, attempt, signal, end)
      }
    }
    const turns = Array.from({ length: ATTEMPTS_AT_ONCE }, () =>
      takeTurns().catch((error: unknown) => {
        problem ??= { error }
        ending.abort()
      }),
    )
    await Promise.all(turns)
    if (problem && !stopped.aborted) throw problem.error
    if (!signal.aborted && next >= left.length) await endRun(run, 'done')
  }

  async function endRun(run: CaseRunRow, state: Exclude<CaseRunRow['state'], 'running'>) {
    const notice =
      state === 'stopped' || state === 'failed' ? undefined : await nights.noticeOf(run)
    await store.caseRuns.end(run.id, state, notice)
  }

  /** An error may pass, such as a lost connection: the next call of `work` tries the run again. */
  async function keepError(run: CaseRunRow, error: unknown) {
    onError(error)
    const count = (errors.get(run.id) ?? 0) + 1
    errors.set(run.id, count)
    if (count < RUN_ERRORS_MAX) return
    await endRun(run, 'failed')
    errors.delete(run.id)
  }

  async function attemptOne(
    run: CaseRunRow,
    { place, caseId, side }: CaseOutcomeRow,
    signal: AbortSignal,
    end: (state: 'stopped' | 'over-budget') => Promise<void>,
  ) {
    const row = await store.cases.find(run.projectId, caseId)
    if (!row) return store.caseRuns.forget(run.id, caseId)
    const project = await findSide(run.projectId, side).catch(() => undefined)
    // Answers of two drafts in one run would say nothing of either.
    if (!project || isOther(run, side, project)) return end('stopped')
    const { name: _, expects, ...question } = readCase(row)
    const attempt = await attemptCase(project, { side, question, expects }, parts, signal).catch(
      (error: unknown) => {
        if (signal.aborted) return undefined
        if (error instanceof AlcoveError && error.code === 'budget_exhausted') return 'over-budget'
        onError(error)
        return failedAttempt(side, error instanceof AlcoveError ? error.message : 'It failed.')
      },
    )
    if (attempt === undefined) return
    if (attempt === 'over-budget') return end('over-budget')
    await store.caseRuns.keep(run.id, place, writeAttempt(attempt))
  }

  return {
    start,
    startDue: nights.startDue,
    async work(signal) {
      await store.maintenance.alone('cases', async () => {
        let before: string | undefined
        const faulty: string[] = []
        while (!signal.aborted) {
          const run = await store.caseRuns.nextRunning(before, faulty)
          if (!run) return
          before = run.projectId
          await workOn(run, signal).catch(async (error: unknown) => {
            faulty.push(run.id)
            await keepError(run, error)
          })
        }
      })
    },
  }
}

const isAsAsked = (run: CaseRunRow, { sides, times, cases }: AskedRun): boolean =>
  run.times === times &&
  run.isWhole === (cases === undefined) &&
  run.sides.join() === [...new Set(sides)].join()

const isOther = (run: CaseRunRow, side: CaseSide, { revision }: CaseProject): boolean =>
  side === 'draft' && revision !== run.draftRevision

const createSizeError = (): AlcoveError =>
  new AlcoveError('invalid_request', `A run asks for at most ${CASE_ATTEMPTS_MAX} answers.`, {
    hint: 'Choose fewer cases, one side, or fewer times.',
  })

function chooseCases(all: readonly CaseRow[], ids: readonly string[]): readonly CaseRow[] {
  const wanted = new Set(ids)
  const chosen = all.filter(({ id }) => wanted.has(id))
  if (chosen.length === wanted.size) return chosen
  throw new AlcoveError('not_found', 'There is no such case.')
}
