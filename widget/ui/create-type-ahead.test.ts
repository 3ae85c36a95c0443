import { expect, test } from 'vitest'
import { createTypeAhead, TYPE_AHEAD_RESET_MS } from './create-type-ahead.ts'

const LABELS = ['Apple', 'Banana', 'Élan', 'band', 'éclair']

/** Types letters at these times, and tells where each led to. */
function type(letters: string, times: readonly number[] = [], start = -1) {
  const typeAhead = createTypeAhead()
  let current = start
  return [...letters].map((key, index) => {
    const found = typeAhead.find({ key, timeMs: times[index] ?? 0, labels: LABELS, current })
    current = found ?? current
    return found
  })
}

test('finds a name by its first letters, whatever their case and accents', () => {
  expect(type('ban')).toEqual([1, 1, 1])
  expect(type('ECL')).toEqual([2, 4, 4])
  expect(type('x')).toEqual([null])
})

test('the same letter again goes on to the next, and round', () => {
  expect(type('bbb')).toEqual([1, 3, 1])
})

test('a letter begins another word after its time, and no moment earlier', () => {
  expect(type('be', [0, TYPE_AHEAD_RESET_MS])).toEqual([1, null])
  expect(type('be', [0, TYPE_AHEAD_RESET_MS + 1])).toEqual([1, 2])
})

test('leaves keys that are no letters, and the space of a button, alone', () => {
  const typeAhead = createTypeAhead()
  for (const key of ['Enter', ' ', 'ArrowDown', 'F2']) {
    expect(typeAhead.find({ key, timeMs: 0, labels: ['  ', 'Enter'], current: -1 })).toBeNull()
  }
  expect(typeAhead.find({ key: 'e', timeMs: 0, labels: ['  ', 'Enter'], current: -1 })).toBe(1)
})
