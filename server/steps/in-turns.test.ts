import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createLoopShare, inTurns, LOOP_SHARE_MS, type Steps } from './in-turns.ts'

afterEach(() => void vi.restoreAllMocks())

test('work goes on until it has had its share of a turn', async () => {
  const clock = vi.spyOn(performance, 'now')
  const afterShare = createLoopShare()
  clock.mockReturnValue(1_000)
  expect(afterShare()).toBeUndefined()
  clock.mockReturnValue(1_000 + LOOP_SHARE_MS - 1)
  expect(afterShare()).toBeUndefined()

  clock.mockReturnValue(1_000 + LOOP_SHARE_MS)
  const turn = afterShare()

  expect(turn).toBeInstanceOf(Promise)
  await turn
  // A new turn, and a new share.
  expect(afterShare()).toBeUndefined()
  await nextTurn()
})

test('a share that nobody used up is over with its turn', async () => {
  const clock = vi.spyOn(performance, 'now')
  const afterShare = createLoopShare()
  clock.mockReturnValue(1_000)
  expect(afterShare()).toBeUndefined()
  await nextTurn()

  clock.mockReturnValue(9_000)
  expect(afterShare()).toBeUndefined()
  await nextTurn()
})

/** A share is a few of these. */
function burn() {
  const end = performance.now() + 1
  while (performance.now() < end);
}

/** Counts its steps, and returns their number. */
function* count(steps: number, onStep: () => void): Steps<number> {
  for (let step = 0; step < steps; step += 1) {
    onStep()
    yield
  }
  return steps
}

test('a short work does not wait for the end of long ones', async () => {
  let taken = 0
  const ended: string[] = []
  const long = Array.from({ length: 10 }, async (_, index) => {
    await inTurns(
      count(20, () => {
        burn()
        taken += 1
      }),
    )
    ended.push(`long ${index}`)
  })
  const before = taken

  expect(await inTurns(count(1, () => {}))).toBe(1)
  ended.push('short')

  // Its step came after one of each of the others, and its end after one more.
  expect(taken - before).toBeLessThanOrEqual(3 * long.length)
  await Promise.all(long)
  expect(ended).toEqual(['short', ...long.map((_, index) => `long ${index}`)])
})

test('what fails or is not wanted any more ends alone', async () => {
  const leaving = new AbortController()
  // oxlint-disable-next-line require-yield
  function* fail(): Steps<never> {
    throw new Error('No.')
  }
  // More than a share of the turn, so that it is not done before the caller leaves.
  const left = inTurns(count(1_000, burn), leaving.signal)
  const failed = inTurns(fail())
  const done = inTurns(count(3, () => {}))
  leaving.abort()

  await expect(failed).rejects.toThrow('No.')
  expect(await done).toBe(3)
  expect(await left).toBeUndefined()
  expect(
    await inTurns(
      count(1, () => {}),
      AbortSignal.abort(),
    ),
  ).toBeUndefined()
})
