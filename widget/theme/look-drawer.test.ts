import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLookDrawer, LOOK_WAIT_MS } from './look-drawer.ts'

// The code that draws it never comes.
vi.mock('./draw-look.ts', () => new Promise(() => {}))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a look whose code does not come keeps the chat from being painted for so long, and no longer', async () => {
  const learn = vi.fn<() => void>()
  const draw = createLookDrawer(document, { name: 'Pip' }, learn, () => {})
  let isSettled = false
  void draw(undefined).then(() => (isSettled = true))

  await vi.advanceTimersByTimeAsync(LOOK_WAIT_MS - 1)
  expect(isSettled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)

  expect(isSettled).toBe(true)
  expect(learn).not.toHaveBeenCalled()
})

test('a chat of which nobody says anything waits for nothing', async () => {
  await createLookDrawer(
    document,
    undefined,
    () => {},
    () => {},
  )(undefined)
})
