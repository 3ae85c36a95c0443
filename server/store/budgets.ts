import type { BudgetLine, BudgetQueries, BudgetReservation } from './contracts/budget-queries.ts'
import type { Database, Trx } from './database.ts'

const DAY_LENGTH = 10

/** What models cost, by day and project. A process that dies leaves what it took as it is. */
export function createBudgetQueries({ write, isShared, now }: Database): BudgetQueries {
  return {
    reserve: (projectId, lines, wanted) =>
      write(async (trx) => {
        const place = { projectId, day: now().slice(0, DAY_LENGTH), lines }
        const used = await lockLines(trx, isShared, place)
        const left = (line: BudgetLine) => line.max - (used.get(idOf(place, line)) ?? 0)
        const usedUp = lines.find((line) => left(line) < 1)
        if (usedUp) return usedUp
        const most = (unit: BudgetLine['unit']) =>
          Math.min(wanted[unit], ...lines.filter((line) => line.unit === unit).map(left))
        const taken = { calls: most('calls'), tokens: most('tokens') }
        await add(trx, place, 'calls', taken.calls)
        await add(trx, place, 'tokens', taken.tokens)
        return { ...place, ...taken }
      }),
    settle: (taken, cost) =>
      write(async (trx) => {
        await add(trx, taken, 'calls', cost.calls - taken.calls)
        await add(trx, taken, 'tokens', cost.tokens - taken.tokens)
      }),
  }
}

type Place = Pick<BudgetReservation, 'projectId' | 'day' | 'lines'>

/** Days first: old ones go together. Only a key may have spaces. */
const idOf = ({ projectId, day }: Place, { name, key }: BudgetLine): string =>
  `${day} ${projectId} ${name} ${key}`

/** How much of each is used. Nobody else changes one of them in this transaction's time. */
async function lockLines(trx: Trx, isShared: boolean, place: Place) {
  // Everybody in the same order: two who lock would otherwise wait for each other.
  const ids = place.lines.map((line) => idOf(place, line)).toSorted()
  await trx
    .insertInto('budgets')
    .values(ids.map((line) => ({ line, used: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await trx
    .selectFrom('budgets')
    .select(['line', 'used'])
    .where('line', 'in', ids)
    .orderBy('line')
    .$if(isShared, (query) => query.forUpdate())
    .execute()
  return new Map(rows.map(({ line, used }) => [line, Number(used)]))
}

async function add(trx: Trx, place: Place, unit: BudgetLine['unit'], amount: number) {
  const lines = place.lines.filter((line) => line.unit === unit)
  if (lines.length === 0 || amount === 0) return
  await trx
    .updateTable('budgets')
    .set(({ eb }) => ({ used: eb('used', '+', amount) }))
    .where(
      'line',
      'in',
      lines.map((line) => idOf(place, line)),
    )
    .execute()
}
