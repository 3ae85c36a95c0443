import type { Database, Trx } from './database.ts'

/** One budget of a project's day. */
export interface BudgetLine {
  readonly name: string
  /** Whom it counts, within the project. */
  readonly key: string
  readonly unit: 'calls' | 'tokens'
  readonly max: number
}

/** What is taken from each budget of its unit. */
export interface BudgetAmount {
  readonly calls: number
  readonly tokens: number
}

/** Whose lines of which day. */
interface BudgetDay {
  readonly projectId: string
  /** `2027-01-15`, in UTC: what is settled later belongs to the day that it was taken from. */
  readonly day: string
  readonly lines: readonly BudgetLine[]
}

export interface BudgetReservation extends BudgetDay, BudgetAmount {}

/** What models cost, by day and project. A process that dies leaves what it took as it is. */
export function createBudgetQueries({ write, isShared, now }: Database) {
  return {
    /**
     * Takes from all lines of today, at once for all servers: as much as is wanted, or as is left in each
     * of them, but at least one of each unit. Else nothing is taken, and the line that is used up is told.
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
    /** Puts what it came to in the place of what was taken. */
    settle: (taken: BudgetReservation, cost: BudgetAmount): Promise<void> =>
      write(async (trx) => {
        await add(trx, taken, 'calls', cost.calls - taken.calls)
        await add(trx, taken, 'tokens', cost.tokens - taken.tokens)
      }),
  }
}

/** The beginning of what a time is written as, and of a line. */
export const dayOf = (time: string): string => time.slice(0, '2027-01-15'.length)

/** Days first: old ones go together. Only a key may have spaces. */
const idOf = ({ projectId, day }: BudgetDay, { name, key }: BudgetLine): string =>
  `${day} ${projectId} ${name} ${key}`

/** How much of each is used. Nobody else changes one of them in this transaction's time. */
async function lockLines(trx: Trx, isShared: boolean, place: BudgetDay) {
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

async function add(trx: Trx, place: BudgetDay, unit: BudgetLine['unit'], amount: number) {
  const ids = place.lines.filter((line) => line.unit === unit).map((line) => idOf(place, line))
  if (ids.length === 0 || amount === 0) return
  await trx
    .updateTable('budgets')
    .set(({ eb }) => ({ used: eb('used', '+', amount) }))
    .where('line', 'in', ids)
    .execute()
}
