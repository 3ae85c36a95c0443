import { expect, test } from 'vitest'
import type { ConversationRow } from '../../../shared/desk/conversations.ts'
import { countChips, readFilters, toQuery } from './filters.ts'
import { joinPages, newestPlace, refreshRows } from './merge-news.ts'

test('an address sets known filters alone', () => {
  expect(
    readFilters({
      rating: 'bad',
      state: 'slow',
      from: 'today',
      words: '',
      page: 'https://a.example/',
      x: 'y',
    }),
  ).toEqual({ rating: 'bad', page: 'https://a.example/' })
})

test('days are moments of the desk’s time zone, the last day included', () => {
  expect(toQuery({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Berlin')).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    // The clock was put forward on this day, which has 23 hours.
    to: '2026-03-29T21:59:59.999Z',
  })
  expect(toQuery({ to: '2026-11-29', tool: 'search' }, 'America/New_York')).toEqual({
    to: '2026-11-30T04:59:59.999Z',
    tool: 'search',
  })
})

test('both ends of the time are one chip, and words are none', () => {
  expect(countChips({ from: '2026-03-29', to: '2026-03-29', words: 'x', tool: 'y' })).toBe(2)
  expect(countChips({})).toBe(0)
})

const row = (id: string, lastAt: string, answers = 1) =>
  ({ id, lastAt, answers }) as unknown as ConversationRow

test('news change a row where it stands, and move none', () => {
  const loaded = [row('a', '2'), row('b', '1')]
  const shown = refreshRows(loaded, [row('c', '4'), row('b', '3', 2)])
  expect(shown.map(({ id, answers }) => [id, answers])).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  expect(newestPlace(loaded)).toBe('2_a')
  expect(newestPlace([])).toBeUndefined()
})

test('a conversation that two pages have stands once', () => {
  const pages = [
    { conversations: [row('a', '2')] },
    { conversations: [row('a', '2'), row('b', '1')] },
  ]
  expect(joinPages(pages).map(({ id }) => id)).toEqual(['a', 'b'])
})
