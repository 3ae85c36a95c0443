import type {
  CaseAttempt,
  CaseJudging,
  CaseRun,
  CaseRunHead,
  CaseRunResults,
  CaseSide,
} from '../../shared/desk/case-runs.ts'
import type {
  CaseAttemptRow,
  CaseCountsRow,
  CaseOutcomeRow,
  CaseRow,
  CaseRunRow,
  KeptAttempt,
} from '../store/store.ts'
import { addJudging } from './judge-facts.ts'

/** Figures of an attempt, which are kept apart from its answer. */
type Figures = Pick<
  CaseAttempt,
  'wholeMs' | 'firstWordMs' | 'inputTokens' | 'outputTokens' | 'cost' | 'judging'
>

/** An attempt as the store keeps it. */
export function writeAttempt(attempt: CaseAttempt): KeptAttempt {
  const { wholeMs, firstWordMs, inputTokens, outputTokens, cost, judging } = attempt
  const figures: Figures = { wholeMs, firstWordMs, inputTokens, outputTokens, cost, judging }
  return {
    hasPassed: attempt.hasPassed,
    figures: JSON.stringify(figures),
    data: JSON.stringify(attempt),
  }
}

/** A run in the list of runs, by its numbers alone. */
export function caseRunHead(run: CaseRunRow, own: readonly CaseCountsRow[]): CaseRunHead {
  const sum = (name: 'attempts' | 'attempted') => own.reduce((all, each) => all + each[name], 0)
  return {
    ...runFacts(run),
    attempts: sum('attempts'),
    attempted: sum('attempted'),
    bySide: run.sides.map((side) => {
      const { passed = 0, failed = 0 } = own.find((each) => each.side === side) ?? {}
      return { side, passed, failed }
    }),
  }
}

const runFacts = (run: CaseRunRow) => ({
  id: run.id,
  state: run.state,
  sides: [...run.sides],
  times: run.times,
  by: run.by,
  isNightly: run.nightlyDay !== null,
  startedAt: run.startedAt,
  endedAt: run.endedAt,
  draftRevision: run.draftRevision,
  publishedNumber: run.publishedNumber,
})

/** A run as the desk shows it, without the answers. */
export function caseRunJson(run: CaseRunRow, attempts: readonly CaseOutcomeRow[]): CaseRun {
  const made = attempts.flatMap(readOutcome)
  return {
    ...runFacts(run),
    attempts: attempts.length,
    attempted: made.length,
    bySide: run.sides.map((side) => {
      const own = made.filter((each) => each.side === side)
      const failed = new Set(own.flatMap((each) => (each.hasPassed ? [] : each.caseId)))
      const passed = new Set(own.map(({ caseId }) => caseId)).difference(failed)
      return { side, passed: passed.size, failed: failed.size, ...sumFigures(own) }
    }),
    ...sumJudging(made),
  }
}

function sumJudging(attempts: readonly Figures[]): { readonly judging?: CaseJudging } {
  const all = attempts.flatMap(({ judging }) => judging ?? [])
  return all.length === 0 ? {} : { judging: all.reduce(addJudging) }
}

/** Results of a run by its cases: those that differ between the sides first. */
export function caseResultsJson(
  run: CaseRunRow,
  attempts: readonly CaseOutcomeRow[],
  cases: readonly CaseRow[],
): CaseRunResults {
  const names = new Map(cases.map(({ id, name }) => [id, name]))
  const made = Map.groupBy(attempts.flatMap(readOutcome), ({ caseId }) => caseId)
  const asked = [...new Set(attempts.map(({ caseId }) => caseId))]
  const results = asked.map((caseId) => {
    const own = made.get(caseId) ?? []
    const sides = run.sides.map((side) => {
      const ofSide = own.filter((each) => each.side === side)
      const passed = ofSide.filter(({ hasPassed }) => hasPassed).length
      return { side, passed, failed: ofSide.length - passed, ...sumFigures(ofSide) }
    })
    return { caseId, name: names.get(caseId) ?? '', sides }
  })
  const differs = ({ sides }: (typeof results)[number]): boolean =>
    sides.some(({ passed }) => passed !== sides[0]?.passed)
  return {
    run: caseRunJson(run, attempts),
    cases: results.toSorted(
      (one, other) =>
        Number(differs(other)) - Number(differs(one)) || (one.name < other.name ? -1 : 1),
    ),
  }
}

interface MadeOutcome extends Figures {
  readonly caseId: string
  readonly side: CaseSide
  readonly hasPassed: boolean
}

function readOutcome(row: CaseOutcomeRow): readonly MadeOutcome[] {
  const { caseId, side, hasPassed, figures } = row
  if (hasPassed === null || figures === null) return []
  return [{ ...(JSON.parse(figures) as Figures), caseId, side, hasPassed }]
}

/** Attempts that were made, in their order. */
export const attemptsJson = (attempts: readonly CaseAttemptRow[]): CaseAttempt[] =>
  attempts.flatMap(({ data }) => (data === null ? [] : [JSON.parse(data) as CaseAttempt]))

/** Times in the middle, tokens and cost together; without a price of one there is no cost. */
const sumFigures = (attempts: readonly Figures[]): Omit<Figures, 'judging'> => ({
  wholeMs: middleOf(attempts.map(({ wholeMs }) => wholeMs)),
  firstWordMs: middleOf(attempts.map(({ firstWordMs }) => firstWordMs)),
  inputTokens: attempts.reduce((sum, each) => sum + each.inputTokens, 0),
  outputTokens: attempts.reduce((sum, each) => sum + each.outputTokens, 0),
  cost: attempts.reduce<number | null>(
    (sum, each) => (sum === null || each.cost === null ? null : sum + each.cost),
    0,
  ),
})

function middleOf(times: readonly (number | null)[]): number | null {
  const known = times.filter((each) => each !== null).toSorted((one, other) => one - other)
  return known[Math.floor(known.length / 2)] ?? null
}

/** Passed on a side: all attempts were made, and none failed. */
export const hasPassedOn = (attempts: readonly CaseOutcomeRow[], side: CaseSide): boolean =>
  attempts.every((each) => each.side !== side || each.hasPassed === true)
