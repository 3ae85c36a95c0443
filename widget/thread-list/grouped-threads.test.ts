import { afterEach, expect, test, vi } from 'vitest'
import type { ThreadListItem } from './atoms/thread-list-item.ts'
import { groupThreads } from './grouped-threads.tsx'

afterEach(() => vi.unstubAllEnvs())

/** A thread whose id is its time. */
const thread = (lastMessageAt?: string): ThreadListItem => ({
  id: lastMessageAt ?? 'new',
  status: 'regular',
  isRunning: false,
  isUnread: false,
  ...(lastMessageAt === undefined ? {} : { lastMessageAt }),
})
const groupsOf = (times: readonly (string | undefined)[], today: string) =>
  groupThreads(times.map(thread), Date.parse(today)).map(({ key, items }) => [
    key,
    items.map(({ id }) => id),
  ])

test('groups by calendar days, then by months, newest first (U87)', () => {
  vi.stubEnv('TZ', 'UTC')
  const times = [
    '2026-10-31T12:00:00Z',
    '2026-11-21T00:00:00Z',
    '2026-11-20T23:59:59Z',
    '2025-11-13T12:00:00Z',
    '2026-11-20T00:00:00Z',
    '2026-11-19T23:59:59Z',
    '2026-11-14T00:00:00Z',
    '2026-11-13T23:59:59Z',
  ]
  expect(groupsOf(times, '2026-11-21T15:00:00Z')).toEqual([
    ['today', ['2026-11-21T00:00:00Z']],
    ['yesterday', ['2026-11-20T23:59:59Z', '2026-11-20T00:00:00Z']],
    ['last-week', ['2026-11-19T23:59:59Z', '2026-11-14T00:00:00Z']],
    ['2026-10', ['2026-11-13T23:59:59Z']],
    ['2026-9', ['2026-10-31T12:00:00Z']],
    ['2025-10', ['2025-11-13T12:00:00Z']],
  ])
})

test.each([
  ['Asia/Tokyo', 'today'],
  ['UTC', 'yesterday'],
])('the same moment is another day in %s: %s (U87)', (zone, key) => {
  vi.stubEnv('TZ', zone)
  expect(groupsOf(['2026-11-20T15:30:00Z'], '2026-11-21T03:00:00Z')[0]?.[0]).toBe(key)
})

test('a day of 25 hours is one day', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  // On 25 October 2026 clocks are set back.
  const first = '2026-10-24T22:00:00Z'
  expect(groupsOf([first, '2026-10-24T21:59:59Z'], '2026-10-25T22:59:59Z')).toEqual([
    ['today', [first]],
    ['yesterday', ['2026-10-24T21:59:59Z']],
  ])
  expect(groupsOf([first], '2026-10-25T23:00:00Z')[0]?.[0]).toBe('yesterday')
})

test('a thread without a time, and one of a clock that is ahead, stand first', () => {
  vi.stubEnv('TZ', 'UTC')
  const today = '2026-11-21T10:00:00Z'
  expect(groupsOf([today, undefined, '2026-11-22T10:00:00Z'], today)).toEqual([
    ['today', ['new', '2026-11-22T10:00:00Z', today]],
  ])
})

test('threads of one moment keep their order', () => {
  const time = '2026-11-21T10:00:00Z'
  const items = ['a', 'b', 'c'].map((id) => ({ ...thread(time), id }))
  const [group] = groupThreads(items, Date.parse(time))
  expect(group?.items.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
