import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../../limits/limit-table.ts'
import { reportBudgets } from './budget-report.ts'

const BUDGETS = {
  ...LIMIT_DEFAULTS.budgets,
  tokensPerProjectPerDay: 1_000,
  modelCallsPerProjectPerDay: 10,
}

const report = (used: ReadonlyMap<string, number>, rates = LIMIT_DEFAULTS.rates) =>
  reportBudgets(
    { limitsOf: () => ({ ...LIMIT_DEFAULTS, rates, budgets: BUDGETS }) },
    { usedBudgets: () => Promise.resolve(used) },
    'shop',
  )

test('a budget is near its end from 80 % on', async () => {
  const used = new Map([
    ['tokensPerProjectPerDay', 799],
    ['modelCallsPerProjectPerDay', 8],
  ])
  expect(await report(used)).toEqual([
    { name: 'tokensPerProjectPerDay', used: 799, limit: 1_000, unit: 'tokens', isNear: false },
    { name: 'modelCallsPerProjectPerDay', used: 8, limit: 10, unit: 'answers', isNear: true },
  ])
})

test('budgets of a server without limits are not told', async () => {
  expect(await report(new Map(), 'off')).toEqual([])
})
