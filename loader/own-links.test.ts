import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import type { ChatOptions } from './chat-options.ts'
import { createStage } from './testing/create-stage.ts'

let chat: ChatInstance
const gone: string[] = []
const heard: string[] = []

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(location, 'assign').mockImplementation((url) => void gone.push(String(url)))
})
afterEach(() => {
  chat.destroy()
  gone.length = 0
  heard.length = 0
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A frame that tells of a press on a link. */
async function open(options: ChatOptions = { links: 'page' }) {
  const stage = createStage(options)
  chat = stage.chat
  chat.on('link', ({ url }) => heard.push(url))
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const opened = chat.open()
  const frame = await stage.loadFrame()
  await opened
  return {
    frame,
    press: async (url: unknown) => {
      frame.channel.emit('event', { name: 'link', detail: { url } as never })
      // What comes behind it has come.
      await frame.channel.call('close', { reason: 'button' })
      await import('./extras/main.ts')
      await Promise.resolve()
    },
  }
}
const OWN = `${location.origin}/cart`

test('the page hears of a link to its own site, and goes there', async () => {
  const { frame, press } = await open()
  expect(frame.setups.at(-1)?.linksTo).toBe(location.origin)

  await press(OWN)

  expect(heard).toEqual([OWN])
  expect(gone).toEqual([OWN])
})

test('a page that keeps the link goes nowhere', async () => {
  const { press } = await open()
  chat.on('link', (link) => link.preventDefault())

  await press(OWN)

  expect(heard).toEqual([OWN])
  expect(gone).toEqual([])
})

test.each([
  ['another site', 'https://evil.example/cart'],
  ['a script', 'javascript:alert(1)'],
  ['a document of its own', 'data:text/html,Hello'],
  ['no address', 'cart'],
  ['no text', 7],
])('a frame takes no page to %s', async (_name, url) => {
  const { press } = await open()

  await press(url)

  expect(heard).toEqual([])
  expect(gone).toEqual([])
})

test('a page without an origin is taken to no script, whose origin is none either', async () => {
  const { press } = await open()
  const { assign } = location
  vi.stubGlobal('location', { origin: 'null', pathname: 'srcdoc', assign })

  await press('javascript:alert(1)')
  await press('data:text/html,Hello')

  expect(heard).toEqual([])
  expect(gone).toEqual([])
})

test('a page that did not ask for it goes nowhere', async () => {
  const { frame, press } = await open({})
  expect(frame.setups.at(-1)?.linksTo).toBeUndefined()

  await press(OWN)

  expect(heard).toEqual([])
  expect(gone).toEqual([])
})

test('while nobody does anything, a frame takes the page nowhere', async () => {
  const { press } = await open()
  Object.defineProperty(navigator, 'userActivation', {
    configurable: true,
    value: { isActive: false },
  })
  await press(OWN)
  expect(gone).toEqual([])

  Object.defineProperty(navigator, 'userActivation', {
    configurable: true,
    value: { isActive: true },
  })
  await press(OWN)
  expect(gone).toEqual([OWN])
  Reflect.deleteProperty(navigator, 'userActivation')
})
