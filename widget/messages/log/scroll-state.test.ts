import { describe, expect, test } from 'vitest'
import {
  initialScrollState,
  reduceScroll,
  type ScrollEvent,
  type ScrollMode,
  type ScrollSetting,
  type ScrollState,
} from './scroll-state.ts'

const at = (top: number, height = 2000, port = 500) => ({ top, height, port })
const scrolled = (top: number, height?: number, port?: number): ScrollEvent => ({
  type: 'scrolled',
  metrics: at(top, height, port),
  isOwn: false,
})
const own = (top: number, height?: number): ScrollEvent => ({
  type: 'scrolled',
  metrics: at(top, height),
  isOwn: true,
})
const state = (mode: ScrollMode, top: number): ScrollState => ({
  mode,
  isHeadingDown: false,
  metrics: at(top),
})
const play = (start: ScrollState, events: ScrollEvent[], setting: ScrollSetting = 'anchor') =>
  events.reduce((before, event) => reduceScroll(before, event, setting), start).mode

const up: ScrollEvent = { type: 'user-moved-up' }
const down: ScrollEvent = { type: 'user-moved-down' }
const sent: ScrollEvent = { type: 'sent' }

test('starts at the end', () => {
  expect(initialScrollState.mode).toBe('follow')
})

test.each([
  ['anchor', 'anchor'],
  ['follow', 'follow'],
  ['manual', 'free'],
] as const)('sending with the setting "%s" leads to %s', (setting, mode) => {
  expect(play(state('free', 0), [sent], setting)).toBe(mode)
  expect(play(state('follow', 0), [sent], setting)).toBe(mode)
})

describe.each(['follow', 'anchor'] as const)('from %s', (mode) => {
  const title = 'goes to %s on %s'
  test.each<[ScrollMode, string, ScrollEvent[]]>([
    ['free', 'a move up by the reader', [up]],
    ['free', 'a fall of the position while the layout stands still', [scrolled(1300)]],
    [mode, 'a fall of the position that we caused', [own(1300)]],
    [mode, 'a fall of the position because the content shrank', [scrolled(1300, 1800)]],
    [mode, 'a fall of the position because the view grew', [scrolled(1300, 2000, 700)]],
    [mode, 'a burst of 600 px', [scrolled(1500, 2600)]],
    [mode, 'scroll anchoring after growth above', [scrolled(1700, 2200)]],
    [mode, 'a push down at the very end', [down, scrolled(1500, 2100), own(1600, 2100)]],
  ])(title, (expected, _, events) => {
    expect(play(state(mode, 1500), events)).toBe(expected)
  })
})

describe('from anchor', () => {
  test.each<[ScrollMode, string, ScrollEvent[]]>([
    ['free', 'a move down while the layout stands still', [scrolled(1400)]],
    ['free', 'a move down while the answer grows', [down, scrolled(1400, 2400)]],
    ['follow', 'a move down to the end', [down, scrolled(1500)]],
    ['anchor', 'a wish to go down that moves nothing', [down, scrolled(1300, 2400)]],
    ['anchor', 'scroll anchoring after growth above', [scrolled(1400, 2100)]],
    ['anchor', 'a move of our own', [own(1400)]],
  ])('goes to %s on %s', (expected, _, events) => {
    expect(play(state('anchor', 1300), events)).toBe(expected)
  })
})

describe('from free', () => {
  const title = 'goes to %s on %s'
  test.each<[ScrollMode, string, ScrollEvent[]]>([
    ['follow', 'reaching the end on the way down', [down, scrolled(1492)]],
    ['free', 'stopping one pixel before the reach', [down, scrolled(1491)]],
    [
      'follow',
      'reaching the end while the answer grows',
      [down, scrolled(1300, 2050), scrolled(1550, 2050)],
    ],
    ['follow', 'a jump to the end while the layout stands still', [scrolled(1500)]],
    ['free', 'layout bringing the end to the view', [scrolled(1000, 1500)]],
    ['free', 'turning back on the way down', [down, scrolled(1200), up, scrolled(1500, 2000, 501)]],
    ['follow', 'pressing "Scroll to latest"', [{ type: 'latest-pressed' }]],
    ['follow', 'opening another thread', [{ type: 'opened', mode: 'follow' }]],
    ['anchor', 'coming back to a held turn', [{ type: 'opened', mode: 'anchor' }]],
    ['anchor', 'sending', [sent]],
  ])(title, (expected, _, events) => {
    expect(play(state('free', 1000), events)).toBe(expected)
  })
})

test('a reader who went up stays free during the stream (B01)', () => {
  const growth = Array.from({ length: 100 }, (_, n) => scrolled(900, 2000 + n * 24))
  expect(play(state('follow', 1500), [up, ...growth])).toBe('free')
})
