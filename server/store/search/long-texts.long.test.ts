import { describe, expect, test } from 'vitest'
import { startCpuTimer } from '../../../shared/cpu-time.test-support.ts'
import { inTurns, LOOP_SHARE_MS } from '../../steps/in-turns.ts'
import { readQuery } from './terms.ts'
import { createSnippet, SLICE_CHARACTERS } from './snippet.ts'
import { RUN_MAX_CHARACTERS, RUN_OVERLAP_CHARACTERS } from './words.ts'
import { atOnce, measureSteps } from '../../steps/steps.test-support.ts'

/** The small run takes a quarter of the text, and gives it a quarter of the time. */
const PART = process.env['ALCOVE_TEST_LONG'] === '1' ? 1 : 1 / 4
/** Maximum of one message, in bytes of JSON. */
const MESSAGE_BYTES = 524_288 * PART
/** Besides the share of a turn before it, 20 ms. */
const STEP_MAX_MS = 15
/** Twice the time of the slowest on a slow machine; the worst took minutes. */
const TEXT_MAX_MS = 5_000 * PART
/** For a busy machine. */
const WAIT_MS = 300_000

const fill = (unit: string): string =>
  unit.repeat(Math.floor(MESSAGE_BYTES / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))))

const snippetOf = (text: string, query: string) => atOnce(createSnippet(text, readQuery(query)!))

describe.each([
  ['letters that are folded into others', fill('ｶﾞ'), 'ﾊﾟ'],
  ['the same, with a hit at the end', `${'ｶﾞ'.repeat(39_900)}${'ﾊﾟ'.repeat(100)}`, 'ﾊﾟ'],
  ['one word', fill('a'), 'a x'],
  ['words of one letter', fill('a '), 'a x'],
  ['lines of one letter', fill('a\n'), 'a x'],
  ['empty lines', fill('\n'), 'a'],
  ['spaces', fill(' '), 'a'],
  ['beginnings of links', fill('[a]('), 'a x'],
  ['marks of markdown', fill('*a'), 'a x'],
  ['backticks', fill('`'), 'a'],
  ['a table that never ends', `${fill('|')}--`, 'a'],
  ['a run without a hit', fill('東京'), '京京'],
  ['two marks in turns', `a${fill('\u1dc0\u1dc2')}`, 'b'],
  [
    'two marks in their wrong order',
    `ก${fill('\u0e48').slice(0, 50_000)}${'\u0e38'.repeat(50_000)}`,
    'ข',
  ],
  ['marks of half width', `カ${fill('\u302aﾞ')}`, 'キ'],
  ['letters that are two', fill('ß'), 'sss x'],
  ['smileys of several characters', fill('👨‍👩‍👧 '), 'a'],
])('a message of %s', (_, text, words) => {
  test(
    'is looked through in short steps, and in a time that grows with it',
    () => {
      const { longestMs, totalMs } = measureSteps(() => createSnippet(text, readQuery(words)!))

      expect(longestMs).toBeLessThan(STEP_MAX_MS)
      expect(totalMs).toBeLessThan(TEXT_MAX_MS)
    },
    WAIT_MS,
  )
})

test('other calls have their turns meanwhile', async () => {
  const spentMs = startCpuTimer()
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  await inTurns(createSnippet(fill('a '), readQuery('a x')!))
  clearInterval(counting)

  expect(spentMs() / turns).toBeLessThan(2 * LOOP_SHARE_MS)
})

test('a search ends when whoever asked has left, and not before', async () => {
  const text = `${'a '.repeat(SLICE_CHARACTERS)} end`
  const query = readQuery('end')!
  const leaving = new AbortController()
  let steps = 0
  function* counted() {
    const work = createSnippet(text, query)
    for (;;) {
      const step = work.next()
      if (step.done === true) return step.value
      if (++steps === 3) leaving.abort()
      yield
    }
  }

  expect(await inTurns(counted(), leaving.signal)).toBeUndefined()
  expect(steps).toBe(3)
  expect(await inTurns(createSnippet(text, query), new AbortController().signal)).toBeDefined()
})

test.each([
  RUN_MAX_CHARACTERS - RUN_OVERLAP_CHARACTERS,
  RUN_MAX_CHARACTERS,
  2 * RUN_MAX_CHARACTERS,
])('what stands at place %i of a run without spaces is found, wherever it is parted', (place) => {
  for (const before of [place - 3, place - 2, place - 1, place, place + 1]) {
    const snippet = snippetOf(`${'東'.repeat(before)}京都府${'東'.repeat(5_000)}`, '京都府')!
    const [[start, end]] = snippet.ranges as [[number, number]]
    expect(snippet.text.slice(start, end)).toBe('京都府')
    expect(snippet.ranges).toHaveLength(1)
    expect(snippetOf(`${'東'.repeat(before)}京都${'東'.repeat(5_000)}`, '京都府')).toBeUndefined()
  }
})

test('a character of two is not parted', () => {
  for (const before of [0, 1]) {
    const text = '東'.repeat(before) + 'ｶﾞ'.repeat(RUN_MAX_CHARACTERS)
    expect(snippetOf(text, 'ｶ')).toBeUndefined()
    expect(snippetOf(text, 'ｶﾞ')).toBeDefined()
  }
})

test('of a long word the beginning is found, and its end is no word', () => {
  const text = `${'a'.repeat(RUN_MAX_CHARACTERS)}b`

  expect(snippetOf(text, 'aaa')).toBeDefined()
  expect(snippetOf(text, 'b')).toBeUndefined()
  expect(snippetOf(`${text} c`, 'c')).toBeDefined()
})

test.each([' ', '\n', ' \n'])('lines and words that slices part stay apart, by %j', (space) => {
  for (const length of [SLICE_CHARACTERS - 2, SLICE_CHARACTERS - 1, SLICE_CHARACTERS]) {
    const text = `${'x'.repeat(length)}${space}blue boots${space}${'y'.repeat(SLICE_CHARACTERS)}`
    expect(snippetOf(text, 'blue boots')?.text).toContain('blue boots y')
    expect(snippetOf(text, 'lue')).toBeUndefined()
  }
})
