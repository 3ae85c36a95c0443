import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import { HINT_MAX_MS } from './page-hint.ts'
import { createStage } from './testing/create-stage.ts'

const KEY = 'alcove:running:default'
const chats: ChatInstance[] = []
const errors = vi.fn<(...args: unknown[]) => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  vi.spyOn(console, 'error').mockImplementation(errors)
})
afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  errors.mockReset()
  sessionStorage.clear()
})

async function openPage(options: Parameters<typeof createStage>[0] = {}) {
  const stage = createStage(options)
  chats.push(stage.chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  return { ...stage, launcher: stage.find('#launcher') }
}

/** Fixed current time. */
const NOW = Date.parse('2026-11-21T00:00:00.000Z')
const remember = (agoMs = 0, key = KEY) => sessionStorage.setItem(key, String(NOW - agoMs))
const labelOf = (launcher: Element) => launcher.getAttribute('aria-label')

test('an answer that is being made is remembered, and forgotten when it has ended', async () => {
  const { chat, loadFrame } = await openPage()
  const opened = chat.open()
  const { channel } = await loadFrame()
  await opened
  expect(sessionStorage).toHaveLength(0)

  channel.emit('state', { isRunning: true, unread: 0 })
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(1))
  expect(Number(sessionStorage.getItem(KEY)) - NOW).toBeLessThan(5_000)
  channel.emit('state', { isRunning: false, unread: 0 })

  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('the launcher says that an answer is being made, as long as the panel is closed (U26)', async () => {
  const { chat, loadFrame, launcher } = await openPage()
  const opened = chat.open()
  const { channel } = await loadFrame()
  await opened
  channel.emit('state', { isRunning: true, unread: 0 })
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(1))
  expect([labelOf(launcher), launcher.className]).toEqual(['Close chat', ''])

  await chat.close()
  expect([labelOf(launcher), launcher.className]).toEqual(['Open chat, answering', 'answering'])
  channel.emit('state', { isRunning: false, unread: 1 })

  await vi.waitFor(() =>
    expect([labelOf(launcher), launcher.className]).toEqual(['Open chat, new answer', 'unread']),
  )
})

test('the next page warms the frame, closed and without the focus, and tells it why', async () => {
  remember(HINT_MAX_MS - 1)
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()

  const { iframe, launcher, loadFrame, find } = await openPage()

  expect(iframe().isConnected).toBe(true)
  expect([labelOf(launcher), launcher.className]).toEqual(['Open chat, answering', 'answering'])
  const frame = await loadFrame()
  expect(frame.setups[0]).toMatchObject({ isAnswering: true })
  await vi.waitFor(() => expect(frame.opens).toEqual([{ isOpen: false, userGesture: false }]))
  expect(find('#panel').getAttribute('aria-modal')).toBe('false')
  expect(document.activeElement).toBe(field)
  frame.channel.emit('state', { isRunning: false, unread: 1 })
  await vi.waitFor(() => expect(launcher.className).toBe('unread'))
  expect(sessionStorage.getItem(KEY)).toBe('unread')
  field.remove()
})

test('an answer that this page could not find is left to the next page, with its time', async () => {
  remember(1_000)
  const { loadFrame, launcher } = await openPage()
  const frame = await loadFrame()
  const stored = () => Number(sessionStorage.getItem(KEY))
  frame.channel.emit('state', { isRunning: true, unread: 0, isUnsure: true })
  frame.channel.emit('state', { isRunning: false, unread: 0, isUnsure: true })
  await vi.waitFor(() => expect(launcher.className).toBe(''))
  expect(stored()).toBe(NOW - 1_000)

  frame.channel.emit('state', { isRunning: false, unread: 0 })
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('a frame that fails during an answer leaves it to the next page', async () => {
  remember()
  const { iframe, launcher } = await openPage()
  await vi.waitFor(() => expect(iframe().isConnected).toBe(true))
  dispatchEvent(
    new MessageEvent('message', {
      data: 'alcove:broken',
      source: iframe().contentWindow,
      origin: new URL(iframe().src).origin,
    }),
  )
  await vi.waitFor(() => expect(launcher.className).not.toBe('answering'))
  expect(sessionStorage).toHaveLength(1)
})

test.each([
  ['nothing', () => {}],
  ['what is too old', () => remember(HINT_MAX_MS)],
  ['what is no time', () => sessionStorage.setItem(KEY, 'yes')],
  ['what another project remembered', () => remember(0, 'alcove:running:shop')],
])('%s loads nothing', async (_, prepare) => {
  prepare()

  const { root, launcher, imports } = await openPage()

  expect(root().querySelector('iframe')).toBeNull()
  expect(imports).toEqual([])
  expect(labelOf(launcher)).toBe('Open chat')
})

test('reads two keys of the page’s storage, each once, and writes none', async () => {
  const storage = {
    getItem: vi.fn<(key: string) => string | null>(() => null),
    setItem: vi.fn<() => void>(),
    removeItem: vi.fn<() => void>(),
  }
  vi.stubGlobal('sessionStorage', storage)

  await openPage({ app: 'shop' })

  expect(storage.getItem.mock.calls).toEqual([['alcove:preview:shop'], ['alcove:running:shop']])
  expect(storage.setItem).not.toHaveBeenCalled()
  expect(storage.removeItem).not.toHaveBeenCalled()
})

test('a page whose storage is blocked has a chat all the same', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const { chat, loadFrame, launcher } = await openPage()
  const opened = chat.open()
  const { channel } = await loadFrame()
  await opened
  await chat.close()

  channel.emit('state', { isRunning: true, unread: 0 })

  await vi.waitFor(() => expect(launcher.className).toBe('answering'))
})

test('a destroyed chat is forgotten', async () => {
  remember()
  const { chat } = await openPage()
  expect(sessionStorage).toHaveLength(1)

  chat.destroy()

  expect(sessionStorage).toHaveLength(0)
})

test('a frame that does not come is not waited for as if it answered', async () => {
  remember()
  const { loadFrame, launcher, post } = await openPage()
  await loadFrame({ nonce: 'one', usable: new Promise(() => {}) })

  post({ type: 'alcove:refused', nonce: 'one', code: 'origin_not_allowed' })

  await vi.waitFor(() => expect(launcher.className).toBe(''))
  expect(labelOf(launcher)).toBe('Open chat')
})

test('what the frame says is only taken for what it is', async () => {
  const { chat, loadFrame, launcher } = await openPage()
  const opened = chat.open()
  const { channel } = await loadFrame()
  await opened
  await chat.close()

  channel.emit('state', { isRunning: '<b>' as never, unread: 2 })

  await vi.waitFor(() => expect(launcher.className).toBe('unread'))
  expect(sessionStorage.getItem(KEY)).toBe('unread')
})

test('an unread answer stays news on the next page until the panel is opened there', async () => {
  sessionStorage.setItem(KEY, 'unread')
  const { chat, launcher, imports, loadFrame } = await openPage()
  const UNREAD = ['Open chat, new answer', 'unread']
  await vi.waitFor(() => expect([labelOf(launcher), launcher.className]).toEqual(UNREAD))
  // The dot needs only the second file; the frame loads on intent.
  expect(imports).toEqual(['https://chat.test/alcove-panel.js'])
  expect(document.querySelector('alcove-root iframe')).toBeNull()

  // The frame does not know about the previous page.
  launcher.dispatchEvent(new Event('pointerenter'))
  const { channel } = await loadFrame()
  channel.emit('state', { isRunning: true, unread: 0 })
  await vi.waitFor(() => expect(sessionStorage.getItem(KEY)).toMatch(/^\d+$/))
  channel.emit('state', { isRunning: false, unread: 0 })
  await vi.waitFor(() => expect(sessionStorage.getItem(KEY)).toBe('unread'))
  expect([labelOf(launcher), launcher.className]).toEqual(UNREAD)

  await chat.open()
  expect(sessionStorage).toHaveLength(0)
  await chat.close()
  expect([labelOf(launcher), launcher.className]).toEqual(['Open chat', ''])
})
