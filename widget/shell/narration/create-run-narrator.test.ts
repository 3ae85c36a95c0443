import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTranslate } from '../../i18n/create-translate.ts'
import { en } from '../../i18n/en.ts'
import type { Settings } from '../../world/read-settings.ts'
import { createRunNarrator, type RunEnd } from './create-run-narrator.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function createWorld() {
  const heard: string[] = []
  const world = {
    tool: null as string | null,
    silence: undefined as 'message.slow' | undefined,
    wanted: 'full' as Settings['announcements'],
  }
  const narrator = createRunNarrator({
    announce: (text, { channel = 'polite' } = {}) => heard.push(`${channel}: ${text}`),
    t: createTranslate('en', en),
    locale: 'en',
    currentTool: () => world.tool,
    silence: () => world.silence,
    wanted: () => world.wanted,
  })
  return { heard, narrator, world }
}

test('says nothing of a fast run but its answer (A47)', () => {
  const { heard, narrator } = createWorld()

  narrator.started()
  vi.advanceTimersByTime(999)
  narrator.ended({ type: 'complete', text: 'Yes.' })
  vi.advanceTimersByTime(60_000)

  expect(heard).toEqual(['polite: Assistant: Yes.'])
})

test('tells of a long run after 1 s, then every 10 s, never the same twice in a row (A47, A48)', () => {
  const { heard, narrator } = createWorld()

  narrator.started()
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual(['polite: Assistant is answering'])
  vi.advanceTimersByTime(8999)
  expect(heard).toHaveLength(1)
  vi.advanceTimersByTime(1)
  vi.advanceTimersByTime(20_000)
  narrator.ended({ type: 'complete', text: 'Done.' })

  expect(heard).toEqual([
    'polite: Assistant is answering',
    'polite: Still answering',
    'polite: Still answering after 20 seconds',
    'polite: Still answering after 30 seconds',
    'polite: Assistant: Done.',
  ])
})

test('says once that an answer takes longer of which nothing came in 10 s', () => {
  const { heard, narrator, world } = createWorld()

  narrator.started()
  world.silence = 'message.slow'
  vi.advanceTimersByTime(9_999)
  expect(heard).toEqual(['polite: Assistant is answering'])
  vi.advanceTimersByTime(1)
  expect(heard.slice(1)).toEqual(['polite: This takes longer than usual…'])
  vi.advanceTimersByTime(20_000)
  narrator.ended({ type: 'stopped' })

  expect(heard.slice(2)).toEqual([
    'polite: Still answering after 20 seconds',
    'polite: Still answering after 30 seconds',
    'polite: Answer stopped',
  ])
})

test('names the running tool once instead', () => {
  const { heard, narrator, world } = createWorld()

  narrator.started()
  vi.advanceTimersByTime(1000)
  world.tool = 'Running lookup invoices…'
  vi.advanceTimersByTime(19_000)
  narrator.ended({ type: 'stopped' })

  expect(heard).toEqual([
    'polite: Assistant is answering',
    'polite: Running lookup invoices…',
    'polite: Still answering after 20 seconds',
    'polite: Answer stopped',
  ])
})

test.each<[RunEnd, string[]]>([
  [{ type: 'stopped' }, ['polite: Answer stopped']],
  [{ type: 'failed' }, ['alert: The answer failed. Try again is available.']],
  [{ type: 'not-sent' }, ['alert: Could not send. Try again is available.']],
  [{ type: 'left' }, []],
  [{ type: 'noticed' }, []],
  [{ type: 'complete', text: 'Half.', note: 'Cut.' }, ['polite: Assistant: Half.', 'polite: Cut.']],
  [{ type: 'complete', text: '', note: 'Cut.' }, ['polite: Cut.']],
  [{ type: 'complete', text: '' }, []],
])('announces an end of kind %o (A47)', (end, expected) => {
  const { heard, narrator } = createWorld()

  narrator.started()
  narrator.ended(end)

  expect(heard).toEqual(expected)
})

test('starts over with each run, and leaves no timer', () => {
  const { heard, narrator } = createWorld()

  narrator.started()
  vi.advanceTimersByTime(1000)
  narrator.ended({ type: 'stopped' })
  narrator.started()
  vi.advanceTimersByTime(1000)
  narrator.destroy()

  expect(heard).toEqual([
    'polite: Assistant is answering',
    'polite: Answer stopped',
    'polite: Assistant is answering',
  ])
  expect(vi.getTimerCount()).toBe(0)
})

test('the short setting announces that an answer came, and not its text', () => {
  const { heard, narrator, world } = createWorld()
  world.wanted = 'short'
  narrator.started()
  narrator.ended({ type: 'complete', text: 'A long answer.' })

  expect(heard.at(-1)).toBe('polite: Assistant has answered')
  expect(heard.join()).not.toContain('A long answer.')
})

test('the silent setting announces only failures', () => {
  const { heard, narrator, world } = createWorld()
  world.wanted = 'off'
  narrator.started()
  vi.advanceTimersByTime(60_000)
  narrator.ended({ type: 'complete', text: 'An answer.' })
  narrator.ended({ type: 'stopped' })
  expect(heard).toEqual([])

  narrator.ended({ type: 'failed' })
  expect(heard).toEqual([expect.stringMatching(/^alert: /)])
})
