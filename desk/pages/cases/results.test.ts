import { expect, test } from 'vitest'
import type { CaseRunResults } from '../../../shared/desk/case-runs.ts'
import { hasFailed, isDifferent, isShown, newestResults, readShown } from './results.ts'

type Side = readonly ['draft' | 'live', passed: number, failed: number]
const counts = (...sides: readonly Side[]) =>
  sides.map(([side, passed, failed]) => ({ side, passed, failed }))
const run = (id: string, cases: Readonly<Record<string, readonly Side[]>>) =>
  ({
    run: { id, publishedNumber: 3 },
    cases: Object.entries(cases).map(([caseId, sides]) => ({ caseId, sides: counts(...sides) })),
  }) as unknown as CaseRunResults

test('each side has its newest result, and a run in progress hides no older one', () => {
  const results = newestResults([
    run('third', { a: [['draft', 0, 0]] }),
    run('second', { a: [['draft', 1, 0]] }),
    run('first', {
      a: [
        ['draft', 0, 1],
        ['live', 0, 1],
      ],
      b: [['live', 2, 1]],
    }),
  ])
  expect(results.get('a')).toEqual([
    { run: 'second', side: 'draft', passed: 1, failed: 0, isPast: false },
    { run: 'first', side: 'live', passed: 0, failed: 1, isPast: false },
  ])
  expect(results.get('b')).toMatchObject([{ run: 'first', side: 'live', passed: 2, failed: 1 }])
  expect(results.get('c')).toBeUndefined()
})

test('results of a version that is no longer live fail nothing, and differ from nothing', () => {
  const runs = [
    run('first', {
      a: [
        ['draft', 1, 0],
        ['live', 0, 1],
      ],
    }),
  ]
  const [before, after] = [3, 4].map((live) => newestResults(runs, live).get('a')!)
  expect([hasFailed(before!), isDifferent(before!)]).toEqual([true, true])
  expect([hasFailed(after!), isDifferent(after!)]).toEqual([false, false])
  expect(after!.map(({ side, isPast }) => [side, isPast])).toEqual([
    ['draft', false],
    ['live', true],
  ])
})

test('results differ by their share of passed attempts, if both sides were asked', () => {
  expect(isDifferent(counts(['draft', 1, 0], ['live', 0, 1]))).toBe(true)
  expect(isDifferent(counts(['draft', 1, 1], ['live', 2, 2]))).toBe(false)
  expect(isDifferent(counts(['draft', 1, 0], ['live', 0, 0]))).toBe(false)
  expect(isDifferent([])).toBe(false)
})

test('a case is shown with the others that failed, or that differ', () => {
  const bothFailed = counts(['draft', 0, 1], ['live', 0, 1])
  expect(hasFailed(bothFailed)).toBe(true)
  expect([isShown('all', []), isShown('failed', []), isShown('differs', [])]).toEqual([
    true,
    false,
    false,
  ])
  expect(isShown('failed', bothFailed)).toBe(true)
  expect(isShown('differs', bothFailed)).toBe(false)
  expect(isShown('differs', counts(['draft', 1, 0], ['live', 0, 1]))).toBe(true)
  expect([readShown('failed'), readShown('other'), readShown(undefined)]).toEqual([
    'failed',
    'all',
    'all',
  ])
})
