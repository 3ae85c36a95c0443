import { createAddressKey } from '../limits/address-key.ts'
import { createBudgets, type Budgets } from '../limits/budgets.ts'
import { BUDGET_DEFAULTS, LIMIT_DEFAULTS, type BudgetName } from '../limits/limit-table.ts'
import { createMemoryCounters } from '../limits/memory-counters.ts'
import type { Store } from '../store/store.ts'

export interface TestBudgetsOptions {
  readonly budgets?: Readonly<Partial<Record<BudgetName, number>>>
  readonly now?: () => number
  readonly onUsedUp?: (projectId: string, name: string) => void
}

/** Budgets that a store counts, as for every server of its database. */
export function createTestBudgets(
  store: Pick<Store, 'budgets'>,
  { budgets, now = () => Date.now(), onUsedUp = () => {} }: TestBudgetsOptions = {},
): Budgets {
  return createBudgets({
    tableOf: () => ({ ...LIMIT_DEFAULTS, budgets: { ...BUDGET_DEFAULTS, ...budgets } }),
    ledger: store.budgets,
    counters: createMemoryCounters(now),
    addressKey: createAddressKey(Buffer.from('a key of the tests')),
    tellShareUsedUp: () => Promise.resolve(),
    onUsedUp,
    now,
  })
}
