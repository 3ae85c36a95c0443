import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createLoopShare, LOOP_SHARE_MS } from './in-turns.ts'

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
