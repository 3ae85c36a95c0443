import { expect, test } from 'vitest'
import { compareWords } from './word-differences.ts'

const own = (parts: readonly { text: string; isOwn: boolean }[]) =>
  parts.filter(({ isOwn }) => isOwn).map(({ text }) => text)

test('words that only one text has are its own', () => {
  const { type, one, two } = compareWords(
    'You can return books within 30 days.',
    'You can return books within 14 days, unread.',
    'en',
  )
  expect(type).toBe('marked')
  expect(own(one)).toEqual(['30'])
  expect(own(two)).toEqual(['14', ', unread'])
  expect(two.map(({ text }) => text).join('')).toBe('You can return books within 14 days, unread.')
})

test('scripts without spaces have words too', () => {
  const { one, two } = compareWords('返品は三十日以内です', '返品は十四日以内です', 'ja')
  expect(own(one).join('')).not.toContain('返品')
  expect(own(two).join('')).not.toBe('')
})

test('equal texts are the same, and texts about other things have no marks', () => {
  expect(compareWords('Yes.', 'Yes.').type).toBe('same')
  const { type, one } = compareWords('I do not know.', 'Gifts are wrapped for two euros.')
  expect(type).toBe('other')
  expect(own(one)).toEqual([])
})

test('very long texts are not compared', () => {
  const long = 'word '.repeat(2_000)
  expect(compareWords(long, `${long}end`).type).toBe('other')
})
