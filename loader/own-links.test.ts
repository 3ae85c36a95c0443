import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import type { ChatOptions } from './chat-options.ts'
import type { LinkPress } from '../shared/bridge/link-press.ts'
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

/** A chat whose frame forwards presses on links. */
async function open(options: ChatOptions = { links: 'page', linksPaths: '/cart' }) {
  const stage = createStage(options)
  chat = stage.chat
  chat.on('link', ({ url }) => heard.push(url))
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const opened = chat.open()
  const frame = await stage.loadFrame()
  await opened
  return {
    frame,
    press: (url: unknown, isAgreed?: boolean) =>
      frame.channel.call('openLink', { url, isAgreed } as LinkPress),
  }
}
const OWN = `${location.origin}/cart`

test('the page hears of a link to its own site, and goes there', async () => {
  const { frame, press } = await open()
  expect(frame.setups.at(-1)?.linksTo).toBe(location.origin)

  expect(await press(OWN)).toBe('done')

  expect(heard).toEqual([OWN])
  expect(gone).toEqual([OWN])
})

test('another address of the site opens, with an event, after the person agreed', async () => {
  const { press } = await open()
  const logout = `${location.origin}/logout`

  expect(await press(logout)).toBe('ask')
  expect(heard).toEqual([])
  expect(gone).toEqual([])

  expect(await press(logout, true)).toBe('done')
  expect(heard).toEqual([logout])
  expect(gone).toEqual([logout])
})

test('a place of the page needs no agreement', async () => {
  const { press } = await open({ links: 'page' })
  const before = location.href

  expect(await press(`${location.origin}${location.pathname}#part`)).toBe('done')

  expect(location.hash).toBe('#part')
  expect(heard).toHaveLength(1)
  expect(gone).toEqual([])
  history.replaceState(null, '', before)
})

test('invalid paths are reported, and open nothing', async () => {
  const errors: string[] = []
  const { press } = await open({ links: 'page', linksPaths: 'cart' })
  chat.on('error', ({ message }) => errors.push(message))
  await chat.update({ linksPaths: ['cart/*'] })

  expect(await press(OWN)).toBe('ask')
  await vi.waitFor(() =>
    expect(errors.join()).toContain('linksPaths: expected paths such as /shop/*'),
  )
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
  await press(url, true)

  expect(heard).toEqual([])
  expect(gone).toEqual([])
})

test('a page without an origin is taken to no script, whose origin is none either', async () => {
  const { press } = await open()
  const { assign } = location
  vi.stubGlobal('location', { origin: 'null', pathname: 'srcdoc', assign })

  await press('javascript:alert(1)', true)
  await press('data:text/html,Hello', true)

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

test('without a user action, a frame cannot navigate the page', async () => {
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
