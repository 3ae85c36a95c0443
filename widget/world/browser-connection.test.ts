// @vitest-environment node
import { expect, test } from 'vitest'
import { createBrowserConnection } from './browser-connection.ts'

/** A browser with a settable network state, whose calls the test answers. */
function createBrowser() {
  const navigator = { onLine: true }
  const calls: ((response: Response) => void)[] = []
  const window = Object.assign(new EventTarget(), {
    navigator,
    fetch: () => new Promise<Response>((resolve) => calls.push(resolve)),
  })
  const { isOnline, subscribe, fetch } = createBrowserConnection(window as unknown as Window)
  const seen: boolean[] = []
  subscribe(() => seen.push(isOnline()))
  return {
    seen,
    isOnline,
    call: () => void fetch('https://chat.example/v1/threads', {}),
    async answer(status: number) {
      calls.shift()?.(new Response(null, { status }))
      await new Promise((resolve) => setImmediate(resolve))
    },
    setOnline(onLine: boolean) {
      navigator.onLine = onLine
      window.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
    },
  }
}

test('a call that is answered disproves what the browser says of its network', async () => {
  const { seen, isOnline, call, answer, setOnline } = createBrowser()
  setOnline(false)
  call()
  expect(isOnline()).toBe(false)

  await answer(200)
  expect(isOnline()).toBe(true)
  expect(seen).toEqual([false, true])

  setOnline(false)
  expect(isOnline()).toBe(false)
  setOnline(true)
  expect(isOnline()).toBe(true)
})

test('neither a call from before the loss disproves it, nor one that something refused', async () => {
  const { isOnline, call, answer, setOnline } = createBrowser()
  call()
  setOnline(false)
  await answer(200)
  expect(isOnline()).toBe(false)

  call()
  await answer(511)
  expect(isOnline()).toBe(false)
})
