import { expect, test } from 'vitest'
import {
  carryRange,
  chooseRange,
  DRAW_AHEAD,
  DRAWN_AT_ONCE_MAX,
  FIRST_DRAWN,
  firstRange,
  FOLD_BEYOND,
  FOLDED_FROM,
  type Range,
} from './ranges.ts'

const PORT = 600
const HEIGHT = 100
const COUNT = 5_000

const step = (top: number, drawn: Range, count = COUNT): Range =>
  chooseRange(count, () => HEIGHT, { top, port: PORT }, drawn)

/** Repeats until nothing changes, and counts the steps. */
function rest(top: number, drawn: Range, count = COUNT): { range: Range; steps: number } {
  let range = drawn
  for (let steps = 0; ; steps += 1) {
    const next = step(top, range, count)
    if (next.start === range.start && next.end === range.end) return { range, steps }
    range = next
  }
}

test('draws what is visible at once, however far it is', () => {
  const range = step(100_000, { start: 0, end: 12 })

  expect(range.start).toBeLessThanOrEqual(1_000)
  expect(range.end).toBeGreaterThanOrEqual(1_006)
  expect(range.end - range.start).toBeLessThan(12)
})

test('draws what is near a few at a time', () => {
  const drawn = { start: 999, end: 1_008 }
  const range = step(100_000, drawn)

  expect(drawn.start - range.start).toBe(DRAWN_AT_ONCE_MAX)
  expect(range.end - drawn.end).toBe(DRAWN_AT_ONCE_MAX)
})

test('comes to rest with the view and its surroundings drawn, and not much more', () => {
  const { range } = rest(100_000, { start: 0, end: 12 })

  expect(range.start * HEIGHT).toBeLessThanOrEqual(100_000 - DRAW_AHEAD * PORT)
  expect(range.end * HEIGHT).toBeGreaterThanOrEqual(100_000 + PORT + DRAW_AHEAD * PORT)
  expect(range.end - range.start).toBeLessThan((1 + 2 * DRAW_AHEAD) * (PORT / HEIGHT) + 8)
})

test('keeps what was drawn until it is far away', () => {
  const { range } = rest(100_000, { start: 0, end: 12 })
  const near = rest(100_000 + 2 * PORT, range).range
  const far = rest(100_000 + 2 * FOLD_BEYOND * PORT, range).range

  expect(near.start).toBe(range.start)
  expect(far.start).toBeGreaterThan(range.end)
})

test('does not go back and forth: at rest a second look changes nothing', () => {
  for (const top of [0, 50, 99_950, 499_000, 499_400]) {
    const { range } = rest(top, { start: COUNT - 12, end: COUNT })
    expect(step(top, range)).toEqual(range)
  }
})

test('past the end, in the room below a held turn, the last message counts', () => {
  const { range } = rest(COUNT * HEIGHT + 4_000, { start: COUNT - 12, end: COUNT })

  expect(range.end).toBe(COUNT)
})

test('a view without height asks for the messages at its place only', () => {
  const range = chooseRange(100, () => HEIGHT, { top: 250, port: 0 }, { start: 0, end: 12 })

  expect(range).toEqual({ start: 2, end: 3 })
})

const list = (count: number, prefix = 'm') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

test('a thread is folded from one message on above the limit', () => {
  expect(firstRange(FOLDED_FROM)).toEqual({ start: 0, end: FOLDED_FROM })
  expect(firstRange(FOLDED_FROM + 1)).toEqual({
    start: FOLDED_FROM + 1 - FIRST_DRAWN,
    end: FOLDED_FROM + 1,
  })
})

test('the drawn messages stay drawn when older ones come in front', () => {
  const before = list(200)
  const after = [...list(200, 'o'), ...before]

  expect(carryRange(before, { start: 188, end: 200 }, after)).toEqual({ start: 388, end: 400 })
  expect(carryRange(before, { start: 20, end: 40 }, after)).toEqual({ start: 220, end: 240 })
})

test('a new turn at the end is drawn when the end was', () => {
  const before = list(200)
  const after = [...before, 'q', 'a']

  expect(carryRange(before, { start: 188, end: 200 }, after)).toEqual({ start: 188, end: 202 })
  expect(carryRange(before, { start: 20, end: 40 }, after)).toEqual({ start: 20, end: 40 })
})

test('a branch keeps what both paths have and draws its own end', () => {
  const before = list(200)
  const after = [...before.slice(0, 198), 'x', 'y']

  expect(carryRange(before, { start: 188, end: 200 }, after)).toEqual({ start: 188, end: 200 })
})

test('a path that shares nothing begins at its end', () => {
  expect(carryRange(list(200), { start: 20, end: 40 }, list(100, 'n'))).toEqual(firstRange(100))
})

test('a thread that becomes short is drawn whole', () => {
  expect(carryRange(list(200), { start: 188, end: 200 }, list(FOLDED_FROM))).toEqual({
    start: 0,
    end: FOLDED_FROM,
  })
})
