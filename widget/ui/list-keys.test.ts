import { expect, test } from 'vitest'
import { createListKeys, type ListPress, TYPE_AHEAD_RESET_MS } from './list-keys.ts'

/** Where a key leads to in a list of three. */
function press(key: string, place: Partial<ListPress>) {
  const list = { timeMs: 0, labels: ['One', 'Two', 'Three'], current: -1 }
  return createListKeys().find({ ...list, key, ...place })
}

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 2],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 1, 0],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 3, 2],
  ['ArrowUp', 3, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
])('%s leads from item %i of three to item %i', (key, current, next) => {
  expect(press(key, { current })).toBe(next)
})

test('leaves other keys, and an empty list, alone', () => {
  expect(press('Enter', { current: 0 })).toBeNull()
  expect(press('End', { labels: [] })).toBeNull()
  expect(press('End', { labels: ['One'] })).toBe(0)
})

const LABELS = ['Apple', 'Banana', 'Élan', 'band', 'éclair', 'Øre', 'Işık', 'Đường', 'ra\u00adgout']

/** Types letters at these times, and tells where each led to. */
function type(letters: string, times: readonly number[] = [], start = -1) {
  const keys = createListKeys()
  let current = start
  return [...letters].map((key, index) => {
    const found = keys.find({ key, timeMs: times[index] ?? 0, labels: LABELS, current })
    current = found ?? current
    return found
  })
}

test('finds a name by its first letters, whatever their case and accents', () => {
  expect(type('ban')).toEqual([1, 1, 1])
  expect(type('ECL')).toEqual([2, 4, 4])
  expect(type('x')).toEqual([null])
  expect(type('or')).toEqual([5, 5])
  expect(type('isi')).toEqual([6, 6, 6])
  expect(type('duo')).toEqual([7, 7, 7])
  expect(type('rag')).toEqual([8, 8, 8])
})

test('the same letter again goes on to the next, and round', () => {
  expect(type('bbb')).toEqual([1, 3, 1])
})

test('a letter begins another word after its time, and no moment earlier', () => {
  expect(type('be', [0, TYPE_AHEAD_RESET_MS])).toEqual([1, null])
  expect(type('be', [0, TYPE_AHEAD_RESET_MS + 1])).toEqual([1, 2])
})

test('leaves keys that are no letters, and the space of a button, alone', () => {
  const keys = createListKeys()
  for (const key of ['Enter', ' ', 'ArrowLeft', 'F2']) {
    expect(keys.find({ key, timeMs: 0, labels: ['  ', 'Enter'], current: -1 })).toBeNull()
  }
  expect(keys.find({ key: 'e', timeMs: 0, labels: ['  ', 'Enter'], current: -1 })).toBe(1)
})
