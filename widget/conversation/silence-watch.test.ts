// @vitest-environment node
import { expect, test } from 'vitest'
import { createManualClock } from '../api/manual-clock.test-support.ts'
import { createSilenceWatch, STREAM_SILENCE_MAX_MS } from './read-stream.ts'

function createWorld() {
  const clock = createManualClock()
  const silences: number[] = []
  const watch = createSilenceWatch(clock, STREAM_SILENCE_MAX_MS, () =>
    silences.push(clock.uptime()),
  )
  return { clock, watch, silences }
}

test('tells once, when nothing was heard for so long', async () => {
  const { clock, watch, silences } = createWorld()
  await clock.advance(10_000)
  watch.heard()

  await clock.advance(STREAM_SILENCE_MAX_MS - 1)
  expect(silences).toEqual([])
  await clock.advance(1)
  await clock.advance(10 * STREAM_SILENCE_MAX_MS)

  expect(silences).toEqual([10_000 + STREAM_SILENCE_MAX_MS])
})

test('looks at the time of day when it is asked to: the other clock sleeps with the computer', () => {
  const { clock, watch, silences } = createWorld()
  clock.jump(STREAM_SILENCE_MAX_MS - 1)
  watch.check()
  expect(silences).toEqual([])

  clock.jump(1)
  watch.check()

  expect(silences).toHaveLength(1)
  expect(clock.timers).toBe(0)
})

test('tells nothing once it is stopped', async () => {
  const { clock, watch, silences } = createWorld()

  watch.stop()
  await clock.advance(2 * STREAM_SILENCE_MAX_MS)

  expect(silences).toEqual([])
})
