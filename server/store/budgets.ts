import type { BudgetLine, BudgetPlace } from './budget-lines.ts'
import type { Database, Trx } from './database.ts'
import { tellUsed, tellUsedUp } from './notices/tell-budget.ts'

/** Amount for each budget, by its unit. */
export interface BudgetAmount {
  readonly calls: number
  readonly tokens: number
}

export interface BudgetReservation extends BudgetPlace, BudgetAmount {}

/** Costs of models, by day and project. If a process dies, its reservations stay counted. */
export function createBudgetQueries({ write, isShared, now }: Database) {
  return {
    /**
     * Reserves from all lines of today, at once for all servers: the wanted amount, or the rest of each line,
     * but at least one of each unit. Otherwise nothing is reserved, and the used-up line is returned.
     */
    reserve: (
      projectId: string,
      lines: readonly BudgetLine[],
      wanted: BudgetAmount,
    ): Promise<BudgetReservation | BudgetLine> =>
      write(async (trx) => {
        const at = now()
        const place = { projectId, day: dayOf(at), lines }
        const used = await lockLines(trx, isShared, place)
        const left = (line: BudgetLine) => line.max - (used.get(idOf(place, line)) ?? 0)
        const usedUp = lines.find((line) => left(line) < 1)
        if (usedUp) {
          await tellUsedUp({ trx, isShared, now: at }, place, usedUp)
          return usedUp
        }
        const most = (unit: BudgetLine['unit']) =>
          Math.min(wanted[unit], ...lines.filter((line) => line.unit === unit).map(left))
        const taken = { calls: most('calls'), tokens: most('tokens') }
        await add(trx, place, 'calls', taken.calls)
        await add(trx, place, 'tokens', taken.tokens)
        return { ...place, ...taken }
      }),
    /** Replaces the reserved by the actual cost. */
    settle: (taken: BudgetReservation, cost: BudgetAmount): Promise<void> =>
      write(async (trx) => {
        await add(trx, taken, 'calls', cost.calls - taken.calls)
        await add(trx, taken, 'tokens', cost.tokens - taken.tokens)
        const used = await readUsed(trx, taken)
        const usedOf = (line: BudgetLine) => used.get(idOf(taken, line)) ?? 0
        await tellUsed({ trx, isShared, now: now() }, taken, usedOf)
      }),
  }
}

/** The date of a timestamp or a line. */
export const dayOf = (time: string): string => time.slice(0, '2027-01-15'.length)

/** Days first, so that old ones are removed together. Only a key may contain spaces. */
const idOf = ({ projectId, day }: BudgetPlace, { name, key }: BudgetLine): string =>
  `${day} ${projectId} ${name} ${key}`

/** Used amounts of all lines, locked for this transaction. */
async function lockLines(trx: Trx, isShared: boolean, place: BudgetPlace) {
  // In the same order for all callers, to avoid deadlocks.
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

/** Used amounts of the lines of which owners are told. */
async function readUsed(trx: Trx, place: BudgetPlace): Promise<ReadonlyMap<string, number>> {
  const told = place.lines.filter(({ whole }) => whole !== undefined)
  if (told.length === 0) return new Map()
  const rows = await trx
    .selectFrom('budgets')
    .select(['line', 'used'])
    .where(
      'line',
      'in',
      told.map((line) => idOf(place, line)),
    )
    .execute()
  return new Map(rows.map(({ line, used }) => [line, Number(used)]))
}

async function add(trx: Trx, place: BudgetPlace, unit: BudgetLine['unit'], amount: number) {
  const ids = place.lines.filter((line) => line.unit === unit).map((line) => idOf(place, line))
  if (ids.length === 0 || amount === 0) return
  await trx
    .updateTable('budgets')
    .set(({ eb }) => ({ used: eb('used', '+', amount) }))
    .where('line', 'in', ids)
    .execute()
}
