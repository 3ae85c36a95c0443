import { expect, test } from 'vitest'
import { createPace, PAUSE_MAX_MS, PAUSE_MS, RETRY_AFTER_MAX_MS } from './pace.ts'

const ORIGIN = 'https://shop.example'
const { signal } = new AbortController()

/** Records each wait of a pace, whose time passes with them alone. */
function createPaced() {
  const waits: number[] = []
  let now = 0
  const pace = createPace(PAUSE_MS, {
    now: () => now,
    sleep: (ms) => {
      waits.push(ms)
      now += ms
      return Promise.resolve()
    },
  })
  return { pace, waits, pass: (ms: number) => (now += ms) }
}

test('pauses between requests to an origin, and not between origins', async () => {
  const { pace, waits, pass } = createPaced()

  await pace.wait(ORIGIN, signal)
  await pace.wait('https://other.example', signal)
  await pace.wait(ORIGIN, signal)
  pass(PAUSE_MS)
  await pace.wait(ORIGIN, signal)

  expect(waits).toEqual([PAUSE_MS])
})

test.each([
  [2, 2_000],
  [PAUSE_MAX_MS / 1_000, PAUSE_MAX_MS],
  [PAUSE_MAX_MS / 1_000 + 1, PAUSE_MAX_MS],
  [0, PAUSE_MS],
])('a site that wants a pause of %d s gets %d ms', async (seconds, ms) => {
  const { pace, waits } = createPaced()
  pace.slow(ORIGIN, seconds)

  await pace.wait(ORIGIN, signal)
  await pace.wait(ORIGIN, signal)

  expect(waits).toEqual([ms])
})

test.each([RETRY_AFTER_MAX_MS, RETRY_AFTER_MAX_MS + 1])(
  'waits as long as a site asks for, up to a limit: %d',
  async (ms) => {
    const { pace, waits } = createPaced()
    pace.rest(ORIGIN, ms)

    await pace.wait(ORIGIN, signal)

    expect(waits).toEqual([RETRY_AFTER_MAX_MS])
  },
)
