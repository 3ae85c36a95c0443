import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import { PANEL_TIMEOUT_MS } from './controller.ts'
import { HELLO_TIMEOUT_MS } from './panel/frame-link.ts'
import { createStage, FRAME_ORIGIN } from './testing/create-stage.ts'

const chats: ChatInstance[] = []
const errors = vi.fn<(...args: unknown[]) => void>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(errors)
})
afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  vi.useRealTimers()
  vi.restoreAllMocks()
  errors.mockReset()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
})

async function openStage(...args: Parameters<typeof createStage>) {
  const stage = createStage(...args)
  chats.push(stage.chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  return { ...stage, launcher: stage.find('#launcher') }
}

test('puts one element on the page, with a named launcher and without an iframe (U105)', async () => {
  const { launcher, root, imports } = await openStage()

  expect(document.querySelectorAll('alcove-root')).toHaveLength(1)
  expect(root().parentNode).toBe(document.documentElement)
  expect(root().shadowRoot?.mode).toBe('open')
  expect(launcher.getAttribute('aria-label')).toBe('Open chat')
  expect(launcher.getAttribute('aria-expanded')).toBe('false')
  expect(launcher.getAttribute('aria-haspopup')).toBe('dialog')
  expect(root().querySelector('iframe')).toBeNull()
  expect(imports).toEqual([])
})

test.each(['pointerenter', 'focus'])('%s is intent: it loads once (U105)', async (type) => {
  const { launcher, iframe, imports } = await openStage()

  launcher.dispatchEvent(new Event(type))
  const first = iframe()
  launcher.dispatchEvent(new Event(type))

  expect(first.getAttribute('src')).toBe(`${FRAME_ORIGIN}/frame`)
  expect(iframe()).toBe(first)
  expect(imports).toEqual([`${FRAME_ORIGIN}/alcove-panel.js`])
})

test('identify alone loads nothing', async () => {
  const { chat, root, imports } = await openStage({ auth: 'token' })

  await chat.identify({ getToken: () => 'token' })

  expect(root().querySelector('iframe')).toBeNull()
  expect(imports).toEqual([])
})

test('the iframe has its attributes, and an address without anything secret (T12, A23)', async () => {
  const { chat, iframe } = await openStage({ app: 'shop-1', baseUrl: `${FRAME_ORIGIN}/base` })
  chat.open().catch(() => {})

  expect(iframe().getAttribute('src')).toBe(`${FRAME_ORIGIN}/base/p/shop-1/frame`)
  expect(iframe().title).toBe('Chat')
  expect(iframe().getAttribute('sandbox')).toBe(
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals',
  )
  expect(iframe().getAttribute('allow')).toBe('clipboard-write')
  expect(iframe().getAttribute('referrerpolicy')).toBe('no-referrer')
})

test('open resolves when the frame says that its composer is usable, not before', async () => {
  const { chat, loadFrame, launcher, find } = await openStage()
  const usable = Promise.withResolvers<void>()
  const events: string[] = []
  chat.on('open', ({ by }) => events.push(`open ${by}`))
  chat.on('ready', ({ build }) => events.push(`ready ${build}`))
  chat.on('close', ({ by }) => events.push(`close ${by}`))

  const opened = chat.open().then(() => events.push('usable'))
  const frame = await loadFrame({ usable: usable.promise })
  await vi.waitFor(() => expect(frame.opens.at(-1)).toMatchObject({ isOpen: true }))
  expect(events).toEqual(['open api', 'ready test'])
  expect(find('.shown')).toBeNull()
  usable.resolve()
  await opened

  expect(find('.shown')).not.toBeNull()
  expect(launcher.getAttribute('aria-label')).toBe('Close chat')
  await chat.toggle()
  expect(events).toEqual(['open api', 'ready test', 'usable', 'close api'])
  expect(launcher.getAttribute('aria-expanded')).toBe('false')
  await vi.waitFor(() => expect(frame.opens.at(-1)?.isOpen).toBe(false))
})

test('a second open waits for the same, and closing ends the wait', async () => {
  const { chat } = await openStage()

  const both = Promise.all([chat.open(), chat.open()])
  await chat.close()

  await expect(both).resolves.toEqual([undefined, undefined])
})

test('the user’s click carries a gesture, the API’s call without one does not', async () => {
  const { chat, launcher, loadFrame } = await openStage()
  launcher.click()
  const frame = await loadFrame()
  await vi.waitFor(() => expect(frame.opens).toEqual([{ isOpen: true, userGesture: true }]))
  launcher.click()

  await chat.open()

  await vi.waitFor(() => expect(frame.opens.at(-1)).toEqual({ isOpen: true, userGesture: false }))
})

test('Escape on the page closes, unless the page used it (A29)', async () => {
  const { chat, launcher, find } = await openStage()
  chat.open().catch(() => {})
  await vi.waitFor(() => expect(find('.news')).not.toBeNull())
  const press = () =>
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  const own = (event: Event) => event.preventDefault()

  document.body.addEventListener('keydown', own, { once: true })
  document.body.dispatchEvent(press())
  expect(launcher.getAttribute('aria-expanded')).toBe('true')
  document.body.dispatchEvent(press())

  expect(launcher.getAttribute('aria-expanded')).toBe('false')
})

test('a closed frame is inert, an open one is not', async () => {
  const { chat, launcher, iframe } = await openStage()
  launcher.dispatchEvent(new Event('pointerenter'))
  expect(iframe().inert).toBe(true)

  chat.open().catch(() => {})

  expect(iframe().inert).toBe(false)
})

test('a reloaded frame gets a new port and the current state (T06)', async () => {
  const { chat, loadFrame } = await openStage()
  const opened = chat.open()
  const first = await loadFrame({ nonce: 'one' })
  await opened
  await chat.identify({ getToken: () => 'token' })

  const second = await loadFrame({ nonce: 'two' })

  await vi.waitFor(() => expect(second.opens).toEqual([{ isOpen: true, userGesture: false }]))
  expect(second.setups[0]?.identity).toEqual({ epoch: 1, mode: 'token' })
  expect(second.sent.map(({ targetOrigin }) => targetOrigin)).toEqual([FRAME_ORIGIN, FRAME_ORIGIN])
  // The old document's port is disconnected; the new one's is connected.
  first.channel.emit('state', { isRunning: false, unread: 1 })
  await expect(second.channel.call('close', { reason: 'button' })).resolves.toBeUndefined()
})

test('a question for the person before gets no token, and one without a person still does', async () => {
  const { chat, loadFrame } = await openStage()
  const opened = chat.open()
  const { channel } = await loadFrame()
  await opened
  const errors: unknown[] = []
  chat.on('error', (error) => errors.push(error))
  const ask = (epoch?: unknown) =>
    channel.call('getToken', { reason: 'initial', previous: null, epoch: epoch as number })
  await chat.identify({ getToken: () => 'token of A' })
  await expect(ask(1)).resolves.toBe('token of A')

  const late = ask(1)
  const switched = chat.identify({ getToken: () => 'token of B' })

  await expect(late).rejects.toMatchObject({ code: 'auth_failed' })
  await switched
  for (const epoch of [0, 1, 3, null, '2']) {
    await expect(ask(epoch)).rejects.toMatchObject({ code: 'auth_failed' })
  }
  await expect(ask(2)).resolves.toBe('token of B')
  // Frames of older versions send no epoch.
  await expect(ask()).resolves.toBe('token of B')
  expect(errors).toEqual([])
})

test('unread answers are forgotten with the frame that reported them', async () => {
  const { chat, loadFrame, launcher } = await openStage()
  const opened = chat.open()
  const { channel } = await loadFrame({ nonce: 'one' })
  await opened
  await chat.close()
  channel.emit('state', { isRunning: false, unread: 2 })
  await vi.waitFor(() => expect(launcher.className).toBe('unread'))

  await loadFrame({ nonce: 'two' })

  expect(launcher.className).toBe('')
})

test('unread answers are reported only as numbers', async () => {
  const { chat, loadFrame, launcher } = await openStage()
  const opened = chat.open()
  const { channel } = await loadFrame()
  await opened
  await chat.close()

  channel.emit('state', { isRunning: false, unread: '<b>' as never })
  channel.emit('state', { isRunning: false, unread: 2 })
  await vi.waitFor(() => expect(launcher.className).toBe('unread'))
  channel.emit('state', { isRunning: false, unread: 0 })

  await vi.waitFor(() => expect(launcher.className).toBe(''))
})

test('nothing comes back after destroy, and every call but destroy rejects (U113)', async () => {
  const { chat } = await openStage()
  const opening = chat.open()

  chat.destroy()
  chat.destroy()

  await expect(opening).rejects.toMatchObject({ code: 'destroyed' })
  for (const call of [
    chat.open,
    chat.close,
    chat.toggle,
    () => chat.identify({ getToken: () => null }),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'destroyed' })
  }
  document.body.replaceWith(document.createElement('body'))
  expect(document.querySelector('alcove-root')).toBeNull()
})

test('comes back when a script removes it, with the same iframe', async () => {
  const { chat, root, iframe } = await openStage()
  chat.open().catch(() => {})
  const frame = iframe()

  root().remove()
  expect(document.querySelector('alcove-root')).toBeNull()

  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  expect(iframe()).toBe(frame)
})

test('stays when the body is replaced (A38)', async () => {
  const { root, iframe, chat } = await openStage()
  chat.open().catch(() => {})
  const [element, frame] = [root(), iframe()]

  document.body.replaceWith(document.createElement('body'))

  expect(root()).toBe(element)
  expect(iframe()).toBe(frame)
})

test.each([
  ['', 'no service'],
  [location.origin, 'the page’s own origin'],
  ['chat.test', 'no URL'],
])('refuses to start with the address %j: %s', async (baseUrl) => {
  const { chat, imports } = createStage({ baseUrl })
  chats.push(chat)

  await expect(chat.open()).rejects.toMatchObject({ code: 'config_invalid' })

  expect(errors.mock.calls.flat().join()).toContain('config_invalid')
  expect(imports).toEqual([])
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.querySelector('alcove-root')).toBeNull()
})

test('a frame that never greets after its load fails after the limit, and can be tried again', async () => {
  const { chat, iframe, find, loadFrame } = await openStage()
  const told = vi.fn<(error: { code: string }) => void>()
  chat.on('error', told)
  const opening = chat.open()
  opening.catch(() => {})
  await vi.waitFor(() => expect(find('.news')).not.toBeNull())
  vi.useFakeTimers()
  iframe().dispatchEvent(new Event('load'))

  await vi.advanceTimersByTimeAsync(HELLO_TIMEOUT_MS - 1)
  expect(find('.card')).toBeNull()
  await vi.advanceTimersByTimeAsync(1)

  await expect(opening).rejects.toMatchObject({ code: 'frame_timeout' })
  expect(told).toHaveBeenCalledOnce()
  const text = find('[role=alert]').textContent ?? ''
  const places = [
    'ALCOVE_ALLOWED_ORIGINS',
    location.origin,
    'frame-src',
    FRAME_ORIGIN,
    `${FRAME_ORIGIN}/frame`,
  ].map((part) => text.indexOf(part))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places[0]).toBeLessThan(places[2]!)
  expect(errors.mock.calls.flat().join()).toContain('frame_timeout')
  vi.useRealTimers()
  find('.card button').click()
  expect(find('.card')).toBeNull()
  const frame = await loadFrame()
  await vi.waitFor(() => expect(frame.opens.at(-1)).toEqual({ isOpen: true, userGesture: true }))
  await expect(chat.open()).resolves.toBeUndefined()
})

test('a frame that greets before its load does not time out', async () => {
  const { chat, iframe, find, loadFrame } = await openStage()
  const opening = chat.open()
  await loadFrame()
  await opening
  vi.useFakeTimers()

  iframe().dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(HELLO_TIMEOUT_MS * 2)

  expect(find('.card')).toBeNull()
})

test('a document that takes the frame’s place gets no port and is not shown (T05)', async () => {
  const { chat, iframe, find, loadFrame, sent, post } = await openStage()
  const opening = chat.open()
  const { channel } = await loadFrame()
  await opening
  iframe().dispatchEvent(new Event('load'))

  iframe().dispatchEvent(new Event('load'))
  post({ type: 'alcove:hello', nonce: 'evil', protocol: [1], build: '' }, 'https://evil.test')

  expect(find('.shown')).toBeNull()
  expect(sent).toHaveLength(1)
  channel.close()
})

test('a frame that refuses this page has its own failure', async () => {
  const { chat, find, loadFrame, post } = await openStage()
  const opening = chat.open()
  opening.catch(() => {})
  await loadFrame({ nonce: 'one', usable: new Promise(() => {}) })

  post({ type: 'alcove:refused', nonce: 'one', code: 'origin_not_allowed' })

  await expect(opening).rejects.toMatchObject({ code: 'origin_not_allowed' })
  await vi.waitFor(() => expect(find('.card').textContent).toContain(location.origin))
})

test('a throwing listener does not affect others, and a removed one gets no events', async () => {
  const { chat } = await openStage()
  const heard: string[] = []
  const stop = chat.on('close', () => heard.push('removed'))
  chat.on('open', () => heard.push('second'))
  stop()

  chat.open().catch(() => {})
  await chat.close()

  expect(heard).toEqual(['second'])
})

test('a listener hears once, or until its signal aborts', async () => {
  const { chat } = await openStage()
  const heard: string[] = []
  const listening = new AbortController()
  chat.on('open', () => heard.push('each'))
  chat.on('open', () => heard.push('once'), { once: true })
  chat.on('open', () => heard.push('until'), { signal: listening.signal })
  const openAndClose = () => {
    chat.open().catch(() => {})
    chat.close().catch(() => {})
  }

  openAndClose()
  await vi.waitFor(() => expect(heard).toEqual(['each', 'once', 'until']))
  openAndClose()
  await vi.waitFor(() => expect(heard.slice(3)).toEqual(['each', 'until']))
  listening.abort()
  openAndClose()
  await vi.waitFor(() => expect(heard.slice(5)).toEqual(['each']))
})

test('a second file that hangs is given up after its limit', async () => {
  const { chat } = await openStage({}, () => new Promise(() => {}))
  vi.useFakeTimers()
  const failures: unknown[] = []
  chat.open().catch((error: { code: string }) => failures.push(error.code))

  await vi.advanceTimersByTimeAsync(PANEL_TIMEOUT_MS - 1)
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(1)

  expect(failures).toEqual(['script_failed'])
})
