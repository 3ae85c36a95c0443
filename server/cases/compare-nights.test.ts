import { expect, test } from 'vitest'
import type { CaseCheck } from '../../shared/desk/case-runs.ts'
import { compareNights } from './compare-nights.ts'

const MET: CaseCheck = { kind: 'fact', expected: '30 days', isMet: true, note: null }
const UNMET: CaseCheck = { ...MET, isMet: false }
const attempt = (caseId: string, model: string, ...checks: CaseCheck[]) => {
  const hasPassed = checks.every(({ isMet }) => isMet)
  const data = JSON.stringify({ hasPassed, checks, model })
  return { place: 0, caseId, side: 'live' as const, hasPassed, data }
}
const unasked = (caseId: string) => ({
  place: 0,
  caseId,
  side: 'live' as const,
  hasPassed: null,
  data: null,
})
const SINCE = '2026-11-22T03:00:00.000Z'
const caseOf = (id: string, changedAt = SINCE) => ({
  id,
  name: id.toUpperCase(),
  data: '',
  changedBy: null,
  changedAt,
  from: null,
})
const compare = (earlier: Parameters<typeof compareNights>[2], later: typeof earlier) =>
  compareNights([caseOf('a'), caseOf('b', '2026-11-22T03:00:00.001Z')], SINCE, earlier, later)

test('a case that passed and fails is told with the models that answered', () => {
  expect(compare([attempt('a', 'old', MET)], [attempt('a', 'new', UNMET)])).toEqual([
    { name: 'A', before: 'old', now: 'new' },
  ])
})

test.each([
  ['it passes still', [attempt('a', 'm', MET)], [attempt('a', 'm', MET)]],
  ['it failed before', [attempt('a', 'm', UNMET)], [attempt('a', 'm', UNMET)]],
  ['it passes now', [attempt('a', 'm', UNMET)], [attempt('a', 'm', MET)]],
  ['it was not asked before', [unasked('a')], [attempt('a', 'm', UNMET)]],
  ['it was not asked now', [attempt('a', 'm', MET)], [unasked('a')]],
  ['it is gone', [attempt('c', 'm', MET)], [attempt('c', 'm', UNMET)]],
  ['it was changed since', [attempt('b', 'm', MET)], [attempt('b', 'm', UNMET)]],
  [
    'nobody judged it',
    [attempt('a', 'm', MET)],
    [attempt('a', 'm', { ...UNMET, judge: 'nobody' as const })],
  ],
])('no change: %s', (_, earlier, later) => {
  expect(compare(earlier, later)).toEqual([])
})

test('a missing judgement hides no other failure', () => {
  const later = [attempt('a', 'm', { ...UNMET, judge: 'nobody' }, { ...UNMET, kind: 'source' })]
  expect(compare([attempt('a', 'm', MET)], later)).toHaveLength(1)
})
