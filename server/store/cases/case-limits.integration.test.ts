import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { CASES_MAX } from '../../../shared/desk/cases.ts'
import { readAllRows } from '../../testing/read-all-rows.ts'
import { withStore } from '../../testing/with-store.ts'
import { CASE_RUNS_KEPT } from './case-run-queries.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-01T03:00:00.000Z')

describe.each(ENGINES)('limits of cases on %s', (engine) => {
  let at = START
  const { store, place } = withStore(engine, { now: () => new Date(at), lasts: 'test' })
  const caseOf = (n: number, projectId = 'shop') => ({
    projectId,
    name: `Case ${n}`,
    data: '{"turns":[]}',
    by: null,
  })
  const runOf = (projectId = 'shop') => ({
    projectId,
    sides: ['live' as const],
    times: 1,
    by: null,
    isWhole: true,
    draftRevision: null,
    publishedNumber: null,
    attempts: [{ caseId: 'one', side: 'live' as const }],
  })
  const dayOf = (n: number) =>
    new Date(START + n * DAY_MS).toISOString().slice(0, '2026-11-01'.length)

  test('a project has so many cases, by hand and by a file, and no more', async () => {
    const all = Array.from({ length: CASES_MAX }, (_, n) => caseOf(n))
    await expect(
      store.cases.importAll([...all, caseOf(CASES_MAX)], CASES_MAX),
    ).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect(await store.cases.list('shop', CASES_MAX + 1)).toEqual([])
    const allButOne = all.slice(1)
    expect(await store.cases.importAll(allButOne, CASES_MAX)).toEqual({
      added: CASES_MAX - 1,
      changed: 0,
    })
    const last = await store.cases.add(all[0]!, CASES_MAX)
    await expect(store.cases.add(caseOf(CASES_MAX), CASES_MAX)).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
    expect(await store.cases.list('shop', CASES_MAX + 1)).toHaveLength(CASES_MAX)

    // A case that is there may change, and other projects have their own.
    expect(await store.cases.importAll(all, CASES_MAX)).toEqual({ added: 0, changed: CASES_MAX })
    await store.cases.change(last.id, { ...all[0]!, name: 'Another name' })
    await store.cases.add(caseOf(0, 'other'), CASES_MAX)
    expect(await store.cases.projects()).toEqual(['other', 'shop'])
    await store.cases.remove('shop', last.id)
    await store.cases.add(caseOf(CASES_MAX), CASES_MAX)
  })

  test('so many runs are kept, each with its attempts', async () => {
    const ids: string[] = []
    for (let n = 0; n <= CASE_RUNS_KEPT; n++) {
      at = START + n
      expect(await store.caseRuns.list('shop')).toHaveLength(n)
      ids.push((await store.caseRuns.start(runOf())).id)
    }
    await store.caseRuns.start(runOf('other'))
    const kept = await store.caseRuns.list('shop')
    expect(kept.map(({ id }) => id)).toEqual(ids.slice(1).toReversed())
    const { case_attempts: attempts } = await readAllRows(place)
    expect(attempts).toHaveLength(CASE_RUNS_KEPT + 1)
  })

  test('the two last nights stay, however many runs follow', async () => {
    const nights: string[] = []
    for (let n = 0; n < 3; n++) {
      at = START + n * DAY_MS
      const { id } = (await store.caseRuns.startNight(runOf(), dayOf(n)))!
      await store.caseRuns.end(id, 'done')
      nights.push(id)
    }
    for (let n = 1; n <= CASE_RUNS_KEPT; n++) {
      at = START + 2 * DAY_MS + n
      await store.caseRuns.start(runOf())
    }
    expect(await store.caseRuns.find('shop', nights[0]!)).toBeUndefined()
    expect(await store.caseRuns.find('shop', nights[1]!)).toBeDefined()
    expect((await store.caseRuns.lastNight('shop', dayOf(3)))?.id).toBe(nights[2])
    expect(await store.caseRuns.startNight(runOf(), dayOf(2))).toBeUndefined()
    expect(await store.caseRuns.hasNight('shop', dayOf(2))).toBe(true)
    expect(await store.caseRuns.hasNight('shop', dayOf(3))).toBe(false)
    expect(await store.caseRuns.list('shop')).toHaveLength(CASE_RUNS_KEPT)
  })

  test('a night is compared with the last one that nobody stopped', async () => {
    const start = async (n: number) => (await store.caseRuns.startNight(runOf(), dayOf(n)))!.id
    const first = await start(0)
    expect(await store.caseRuns.lastNight('shop', dayOf(1))).toBeUndefined()
    await store.caseRuns.end(first, 'over-budget')
    await store.caseRuns.end(await start(1), 'stopped')
    await start(2)
    expect((await store.caseRuns.lastNight('shop', dayOf(3)))?.id).toBe(first)
    expect(await store.caseRuns.lastNight('shop', dayOf(0))).toBeUndefined()
    expect(await store.caseRuns.lastNight('other', dayOf(3))).toBeUndefined()
  })
})
