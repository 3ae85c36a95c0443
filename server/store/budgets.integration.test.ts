import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { openStore, type Store } from './store.ts'
import type { BudgetLine } from './budget-lines.ts'

const LONG_AGO = '2000-01-01T00:00:00.000Z'
const line = (name: string, max: number, unit: BudgetLine['unit'] = 'calls', key = '') => ({
  name,
  key,
  unit,
  max,
})

describe.each(ENGINES)('budgets on %s', (engine) => {
  let place: StorePlace
  let store: Store
  let time: string
  const open = () => openStore({ ...place, now: () => new Date(time) })
  beforeEach(async () => {
    time = '2027-01-15T08:00:00.000Z'
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    store = await open()
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  /** Number of reserved calls, or the name of the used-up budget. */
  async function take(lines: readonly BudgetLine[], calls = 1, tokens = 0, of = store) {
    const taken = await of.budgets.reserve('shop', lines, { calls, tokens })
    return 'name' in taken ? taken.name : taken.calls
  }

  test('many at once get as much as there is, and no more', async () => {
    const other = engine === 'postgres' ? await open() : store
    const lines = [line('ofAddress', 30, 'calls', 'a'), line('ofProject', 25)]

    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) => take(lines, 1, 0, n % 2 === 0 ? store : other)),
    )

    expect(all.filter((taken) => taken === 1)).toHaveLength(25)
    expect(all.filter((taken) => taken === 'ofProject')).toHaveLength(15)
    // Refused calls reserved nothing of the other budgets.
    expect(await take([lines[0]!], 100)).toBe(5)
    if (other !== store) await other.close()
  })

  test('a reservation gets the rest, and at least one', async () => {
    const lines = [line('ofProject', 12), line('tokens', 100, 'tokens')]

    expect(await take(lines, 10, 60)).toBe(10)
    const rest = await store.budgets.reserve('shop', lines, { calls: 10, tokens: 60 })
    expect(rest).toMatchObject({ calls: 2, tokens: 40 })
    expect(await take(lines, 1, 1)).toBe('ofProject')
    expect(await take([lines[1]!], 1, 1)).toBe('tokens')
    const elsewhere = await store.budgets.reserve('museum', lines, { calls: 10, tokens: 60 })
    expect(elsewhere).toMatchObject({ calls: 10, tokens: 60 })
  })

  test('what it came to takes the place of what was taken, also when it is more', async () => {
    const lines = [line('ofProject', 10), line('tokens', 100, 'tokens')]
    const reserve = async () => {
      const taken = await store.budgets.reserve('shop', lines, { calls: 4, tokens: 50 })
      if ('name' in taken) throw new Error(taken.name)
      return taken
    }

    await store.budgets.settle(await reserve(), { calls: 1, tokens: 20 })
    await store.budgets.settle(await reserve(), { calls: 0, tokens: 0 })
    const left = await reserve()
    expect(left.tokens).toBe(50)
    await store.budgets.settle(left, { calls: 4, tokens: 200 })

    expect(await take(lines)).toBe('tokens')
    expect(await take([lines[0]!], 100)).toBe(5)
  })

  test('a restart forgets nothing, and what a dead process took stays taken', async () => {
    const lines = [line('ofProject', 10)]
    expect(await take(lines, 7)).toBe(7)

    await store.close()
    store = await open()

    expect(await take(lines, 7)).toBe(3)
  })

  test('a day begins at midnight UTC; what is settled later belongs to its own day', async () => {
    const lines = [line('ofProject', 10)]
    time = '2027-01-15T23:59:59.999Z'
    const late = await store.budgets.reserve('shop', lines, { calls: 10, tokens: 0 })
    if ('name' in late) throw new Error(late.name)
    expect(await take(lines)).toBe('ofProject')

    time = '2027-01-16T00:00:00.000Z'
    expect(await take(lines, 4)).toBe(4)
    await store.budgets.settle(late, { calls: 1, tokens: 0 })
    expect(await take(lines, 10)).toBe(6)

    time = '2027-01-15T23:59:59.999Z'
    expect(await take(lines, 10)).toBe(9)
  })

  test('days go when nothing can be settled in them any more', async () => {
    const times = { endedBefore: LONG_AGO, idleBefore: LONG_AGO, limit: 1 }
    const purge = async (now: string) => {
      let total = 0
      for (let gone = 1; gone > 0; total += gone)
        gone = await store.maintenance.purge({ ...times, now })
      return total
    }
    await take([line('ofProject', 10), line('ofAddress', 10, 'calls', 'a')])

    expect(await purge('2027-01-17T23:59:59.999Z')).toBe(0)
    expect(await purge('2027-01-18T00:00:00.000Z')).toBe(2)
    expect(await take([line('ofProject', 10)], 100)).toBe(10)
  })
})
