import { afterEach, expect, test, vi } from 'vitest'
import { CALL_TIMEOUT_MS } from '../shared/bridge/channel.ts'
import { createStage } from './testing/create-stage.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

test('a frame that proved itself and never becomes usable fails after the limit of a call', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { chat, loadFrame, root } = createStage()
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const failures: string[] = []
  chat.open().catch(({ code }: { code: string }) => failures.push(code))
  const { opens } = await loadFrame({ usable: new Promise(() => {}) })
  await vi.waitFor(() => expect(opens.some(({ isOpen }) => isOpen)).toBe(true))

  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 5_000)
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(5_000)

  expect(failures).toEqual(['call_timeout'])
  chat.destroy()
  expect(root()).toBeNull()
})
