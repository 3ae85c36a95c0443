import { AlcoveError } from '../../shared/errors.ts'
import type { Cost, Ledger, Reserved } from '../limits/budgets.ts'
import type { BudgetName, LimitTable } from '../limits/limit-table.ts'

/** A budget of cases, apart from those of people. */
export interface CaseBudget {
  /**
   * Reserves calls before their model is called.
   *
   * @throws AlcoveError `budget_exhausted` if the rest of the day does not cover them.
   */
  reserve(projectId: string, wanted: Cost): Promise<Reserved>
}

/** Budgets of cases, by what they pay for. */
const NAMES = {
  answers: 'caseTokensPerDay',
  judging: 'judgeTokensPerDay',
} as const satisfies Record<string, BudgetName>
const WHOSE = { answers: 'of cases', judging: 'for judging cases' } as const
const NOTHING: Cost = { calls: 0, tokens: 0 }

/** Used if budgets are off. */
const UNLIMITED: Reserved = {
  calls: Number.POSITIVE_INFINITY,
  tokens: 0,
  settle: () => Promise.resolve(),
}

export interface CaseBudgetParts<Reservation extends Cost> {
  readonly tableOf: (projectId: string) => LimitTable
  readonly ledger: Ledger<Reservation>
}

export const createCaseBudget = <Reservation extends Cost>(
  purpose: keyof typeof NAMES,
  { tableOf, ledger }: CaseBudgetParts<Reservation>,
): CaseBudget => ({
  async reserve(projectId, wanted) {
    const { rates, budgets } = tableOf(projectId)
    if (rates === 'off') return { ...UNLIMITED, calls: wanted.calls }
    const name = NAMES[purpose]
    const line = { name, key: '', unit: 'tokens', max: budgets[name] } as const
    const reserved = await ledger.reserve(projectId, [line], wanted)
    if ('name' in reserved) throw createUsedUpError(purpose)
    // The ledger gives the rest of a day, with which an answer would end in the middle.
    if (reserved.tokens < wanted.tokens) {
      await ledger.settle(reserved, NOTHING)
      throw createUsedUpError(purpose)
    }
    return { ...reserved, settle: (cost) => ledger.settle(reserved, cost) }
  },
})

const createUsedUpError = (purpose: keyof typeof NAMES): AlcoveError =>
  new AlcoveError(
    'budget_exhausted',
    `The budget ${WHOSE[purpose]} (${NAMES[purpose]}) is used up until midnight UTC.`,
  )
