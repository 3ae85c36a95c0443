// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import { createAssistantMessage, messageText, type Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createManualClock } from '../api/manual-clock.test-support.ts'
import { createReveal } from './reveal.ts'
import {
  FAST_CHANGES,
  FAST_CHARACTERS_PER_MS,
  FAST_PUBLISH_INTERVAL_MS,
  PUBLISH_INTERVAL_MS,
  REVEAL_LAG_MAX_MS,
} from './pace.ts'

const ANSWER = createAssistantMessage('answer1', '2026-11-21T00:00:00.000Z')
const delta = (text: string): Chunk => ({ type: 'text-delta', id: 't', delta: text })
const START: Chunk = { type: 'text-start', id: 't' }
const FINISH: Chunk = { type: 'finish', messageMetadata: { finishReason: 'stop' } }

function createWorld() {
  const clock = createManualClock()
  const shown: { at: number; message: Message }[] = []
  const listeners = new Set<() => void>()
  let isImmediate = false
  let folds = 0
  let folded = 0
  const reveal = createReveal({
    answer: ANSWER,
    clock,
    publish: (message) => shown.push({ at: clock.uptime(), message }),
    fold(message, chunk) {
      folds += 1
      if (chunk.type === 'text-delta') folded += chunk.delta.length
      return applyChunk(message, chunk)
    },
    pace: {
      isImmediate: () => isImmediate,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  return {
    clock,
    reveal,
    shown,
    listeners,
    text: () => messageText(shown.at(-1)?.message ?? ANSWER),
    setImmediate(value: boolean) {
      isImmediate = value
      for (const listener of listeners) listener()
    },
    work: () => ({ folds, folded }),
  }
}

test('shows one character every 5 ms (9.6)', async () => {
  const { clock, reveal, text } = createWorld()
  reveal.push(START)
  reveal.push(delta('x'.repeat(40)))
  expect(text()).toBe('')

  await clock.advance(PUBLISH_INTERVAL_MS)
  expect(text()).toHaveLength(Math.floor(PUBLISH_INTERVAL_MS / 5))
  await clock.advance(PUBLISH_INTERVAL_MS)
  expect(text()).toHaveLength(Math.floor((2 * PUBLISH_INTERVAL_MS) / 5))
})

test.each([100, 1_000, 100_000])(
  'shows %i characters 250 ms after they came, not at once (9.7, U54)',
  async (length) => {
    const { clock, reveal, text } = createWorld()
    reveal.push(START)
    reveal.push(delta('x'.repeat(length)))

    await clock.advance(REVEAL_LAG_MAX_MS / 2)
    expect(text().length).toBeGreaterThan(0)
    expect(text().length).toBeLessThan(length)

    await clock.advance(REVEAL_LAG_MAX_MS / 2)
    expect(text()).toHaveLength(length)
  },
)

test('shows what came first within 250 ms although more keeps coming (9.7, U54)', async () => {
  const { clock, reveal, text } = createWorld()
  reveal.push(START)
  reveal.push(delta('x'.repeat(1_000)))
  for (let step = 0; step < 25; step += 1) {
    await clock.advance(10)
    reveal.push(delta('y'))
  }

  expect(text().startsWith('x'.repeat(1_000))).toBe(true)
})

test('does not speed up for the time before a burst came', async () => {
  const { clock, reveal, text } = createWorld()
  reveal.push(START)
  reveal.push(delta('x'.repeat(40)))
  await clock.advance(PUBLISH_INTERVAL_MS - 1)
  reveal.push(delta('y'.repeat(1_000)))

  await clock.advance(1)

  // The text of one interval, and what the new speed adds in its last millisecond.
  expect(text().length).toBeLessThanOrEqual(PUBLISH_INTERVAL_MS / 5 + 6)
})

test.each([
  [FAST_CHARACTERS_PER_MS, PUBLISH_INTERVAL_MS],
  [FAST_CHARACTERS_PER_MS + 1, FAST_PUBLISH_INTERVAL_MS],
])('text that comes with %i characters a ms changes every %i ms', async (perMs, intervalMs) => {
  const { clock, reveal, shown } = createWorld()
  reveal.push(START)
  for (let step = 0; step < 2_000; step += 1) {
    reveal.push(delta('x'.repeat(perMs)))
    await clock.advance(1)
  }

  // Fast text is detected after some updates.
  const times = shown.map(({ at }) => at).slice(FAST_CHANGES + 2)
  const gaps = times.slice(1).map((at, index) => at - times[index]!)
  expect(new Set(gaps)).toEqual(new Set([intervalMs]))
})

test('a burst alone is not fast', async () => {
  const { clock, reveal, shown } = createWorld()
  reveal.push(START)
  for (let burst = 0; burst < FAST_CHANGES; burst += 1) {
    reveal.push(delta('x'.repeat(2_000)))
    await clock.advance(2 * PUBLISH_INTERVAL_MS)
  }

  const times = shown.map(({ at }) => at)
  const gaps = times.slice(1).map((at, index) => at - times[index]!)
  expect(Math.max(...gaps)).toBe(PUBLISH_INTERVAL_MS)
})

test('keeps parts and status behind the text that is still being shown', async () => {
  const { clock, reveal, shown, text } = createWorld()
  reveal.push(START)
  reveal.push(delta('x'.repeat(2_000)))
  reveal.push({ type: 'text-end', id: 't' })
  reveal.push({ type: 'tool-input-available', toolCallId: 'c1', toolName: 'look', input: {} })
  reveal.push(FINISH)

  await clock.advance(100)
  expect(text().length).toBeGreaterThan(0)
  expect(shown.at(-1)?.message).toMatchObject({
    status: { type: 'running' },
    content: [{ type: 'text' }],
  })

  await clock.advance(150)
  expect(shown.at(-1)?.message).toMatchObject({
    status: { type: 'requires-action' },
    content: [{ type: 'text' }, { type: 'tool-call' }],
  })
})

test('shows the last words at the next change once the stream is over', async () => {
  const { clock, reveal, text } = createWorld()
  reveal.push(START)
  reveal.push(delta('x'.repeat(2_000)))
  reveal.push(FINISH)
  const ended: Message[] = []
  void reveal.end().then((message) => ended.push(message))

  await clock.advance(PUBLISH_INTERVAL_MS)

  expect(text()).toHaveLength(2_000)
  expect(ended[0]?.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(clock.timers).toBe(0)
})

test('shows everything at once in a hidden tab, without waiting for timers (2.36)', async () => {
  const { clock, reveal, text, setImmediate } = createWorld()
  setImmediate(true)
  reveal.push(START)
  await clock.advance(PUBLISH_INTERVAL_MS)
  reveal.push(delta('x'.repeat(500)))
  expect(text()).toHaveLength(500)

  reveal.push(delta('y'))
  reveal.push(FINISH)
  const whole = await reveal.end()

  expect(messageText(whole)).toHaveLength(501)
  expect(text()).toHaveLength(501)
})

test('shows what waits when the tab is hidden or seen again', async () => {
  const { clock, reveal, text, setImmediate } = createWorld()
  reveal.push(START)
  reveal.push(delta('x'.repeat(500)))
  await clock.advance(1)

  setImmediate(true)
  expect(text()).toHaveLength(500)

  setImmediate(false)
  reveal.push(delta('y'.repeat(500)))
  expect(text()).toHaveLength(500)
  setImmediate(false)
  expect(text()).toHaveLength(1_000)
})

test('publishes nothing any more once stopped, and hands over the whole answer', async () => {
  const { clock, reveal, shown, listeners } = createWorld()
  reveal.push(START)
  reveal.push(delta('x'.repeat(500)))
  const before = shown.length

  expect(messageText(reveal.stop())).toHaveLength(500)
  await clock.advance(1_000)

  expect(shown).toHaveLength(before)
  expect(listeners.size).toBe(0)
})

test('looks at each character once and folds less often than tokens come, however long the answer is', async () => {
  for (const tokens of [1_000, 20_000]) {
    const { clock, reveal, work } = createWorld()
    reveal.push(START)
    for (let token = 0; token < tokens; token += 1) {
      reveal.push(delta('abcd'))
      if (token % 100 === 99) await clock.advance(100)
    }
    reveal.push(FINISH)
    void reveal.end()
    await clock.advance(REVEAL_LAG_MAX_MS)

    expect(work().folded).toBe(tokens * 4)
    expect(work().folds).toBeLessThan(tokens)
  }
})

test('always shows a beginning of the text, cut between characters, and in the end all of it (2.36)', async () => {
  const piece = fc.tuple(
    fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('👨‍👩‍👧', '🇳🇴', 'é', '日本'),
    ),
    fc.nat(120),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const { clock, reveal, shown } = createWorld()
      const whole = pieces.map(([text]) => text).join('')
      for (const [text, wait] of pieces) {
        reveal.push(delta(text))
        await clock.advance(wait)
      }
      reveal.push(FINISH)
      const ended = reveal.end()
      await clock.advance(REVEAL_LAG_MAX_MS)

      for (const { message } of shown) expect(whole.startsWith(messageText(message))).toBe(true)
      expect(messageText(await ended)).toBe(whole)
      expect(messageText(shown.at(-1)?.message ?? ANSWER)).toBe(whole)
      for (const { message } of shown) expect(messageText(message).isWellFormed()).toBe(true)
    }),
    { numRuns: 60 },
  )
})
