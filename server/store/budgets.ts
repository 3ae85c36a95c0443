import type { Database, Trx } from './database.ts'

/** A budget of a project's day. */
export interface BudgetLine {
  readonly name: string
  /** The counted subject, within the project. */
  readonly key: string
  readonly unit: 'calls' | 'tokens'
  readonly max: number
}

/** Amount for each budget, by its unit. */
export interface BudgetAmount {
  readonly calls: number
  readonly tokens: number
}

/** The budgets of a project and a day. */
interface BudgetDay {
  readonly projectId: string
  /** `2027-01-15`, in UTC: a later settlement belongs to the day of the reservation. */
  readonly day: string
  readonly lines: readonly BudgetLine[]
}

export interface BudgetReservation extends BudgetDay, BudgetAmount {}

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
        const place = { projectId, day: dayOf(now()), lines }
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
    /** Replaces the reserved by the actual cost. */
    settle: (taken: BudgetReservation, cost: BudgetAmount): Promise<void> =>
      write(async (trx) => {
        await add(trx, taken, 'calls', cost.calls - taken.calls)
        await add(trx, taken, 'tokens', cost.tokens - taken.tokens)
      }),
  }
}

/** The date of a timestamp or a line. */
export const dayOf = (time: string): string => time.slice(0, '2027-01-15'.length)

/** Days first, so that old ones are removed together. Only a key may contain spaces. */
const idOf = ({ projectId, day }: BudgetDay, { name, key }: BudgetLine): string =>
  `${day} ${projectId} ${name} ${key}`

/** Used amounts of all lines, locked for this transaction. */
async function lockLines(trx: Trx, isShared: boolean, place: BudgetDay) {
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

async function add(trx: Trx, place: BudgetDay, unit: BudgetLine['unit'], amount: number) {
  const ids = place.lines.filter((line) => line.unit === unit).map((line) => idOf(place, line))
  if (ids.length === 0 || amount === 0) return
  await trx
    .updateTable('budgets')
    .set(({ eb }) => ({ used: eb('used', '+', amount) }))
    .where('line', 'in', ids)
    .execute()
}
