import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { afterShare, LOOP_SHARE_MS } from './loop-share.ts'

afterEach(() => void vi.restoreAllMocks())

test('lets answers work on until they have had their share of a turn', async () => {
  const clock = vi.spyOn(performance, 'now')
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
  clock.mockReturnValue(1_000)
  expect(afterShare()).toBeUndefined()
  await nextTurn()

  clock.mockReturnValue(9_000)
  expect(afterShare()).toBeUndefined()
  await nextTurn()
})
