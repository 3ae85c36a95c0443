import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLookDrawer, LOOK_WAIT_MS } from './look-drawer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a look whose code does not come keeps the chat from being painted for so long, and no longer', async () => {
  const learn = vi.fn<() => void>()
  const draw = createLookDrawer(
    document,
    { name: 'Pip' },
    learn,
    () => {},
    () => new Promise(() => {}),
  )
  let isSettled = false
  void draw(undefined).then(() => (isSettled = true))

  await vi.advanceTimersByTimeAsync(LOOK_WAIT_MS - 1)
  expect(isSettled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)

  expect(isSettled).toBe(true)
  expect(learn).not.toHaveBeenCalled()
})

test('a chat without settings of looks loads nothing and waits for nothing', async () => {
  const load = vi.fn<() => Promise<never>>()

  await createLookDrawer(
    document,
    undefined,
    vi.fn<() => void>(),
    vi.fn<() => void>(),
    load,
  )(undefined)

  expect(load).not.toHaveBeenCalled()
})
