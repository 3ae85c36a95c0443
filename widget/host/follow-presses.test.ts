import { beforeEach, expect, test, vi } from 'vitest'
import type { LinkPress, LinkReply } from '../../shared/bridge/link-press.ts'
import { noteOwnSite } from '../../shared/own-site.ts'
import { focusRequestAtom } from '../composer/atoms/composer.ts'
import { createChatWorld } from '../world/chat-world.test-support.ts'
import { linkQuestionAtom } from '../world/link-question.ts'
import { followLinks, followPresses } from './follow-presses.ts'
import { openOwnLink } from './open-own-link.ts'
import { identifyAtom } from '../world/identify.ts'

let told: string[]
/** A separate document: served frames of other tests listen for presses in theirs. */
let frame: Document

beforeEach(() => {
  told = []
  const links = `
    <a id="own" href="https://shop.example/cart?x=1#y" target="_blank" data-followed><b>Cart</b></a>
    <a id="cited" href="https://shop.example/help" target="_blank" data-followed="cited">Help</a>
    <a id="other" href="https://evil.example/cart" target="_blank" data-followed>Cart</a>
    <a id="script" href="javascript:alert(1)" data-followed>Cart</a>
    <a id="owner" href="https://shop.example/privacy" target="_blank">Privacy</a>
    <button>Cart</button>`
  frame = new DOMParser().parseFromString(links, 'text/html')
  followLinks(frame, (url, isCited) => told.push(isCited ? `cited ${url}` : url))
})

/** A press as a person makes it. Returns whether the browser's default action happens. */
function press(selector: string, init: MouseEventInit = {}, isTrusted = true): boolean {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
  Object.defineProperty(event, 'isTrusted', { value: isTrusted })
  return frame.querySelector(selector)!.dispatchEvent(event)
}

test('a press on a link to the page’s own site is told to it, and opens nothing here', () => {
  noteOwnSite(frame.documentElement, 'https://shop.example')

  expect(press('#own b')).toBe(false)
  expect(told).toEqual(['https://shop.example/cart?x=1#y'])
})

test('a link to a cited document is told as such, and needs no consent', async () => {
  noteOwnSite(frame.documentElement, 'https://shop.example')
  expect(press('#cited')).toBe(false)
  expect(told).toEqual(['cited https://shop.example/help'])

  const presses: LinkPress[] = []
  const { store } = createChatWorld()
  const openLink = async (link: LinkPress): Promise<LinkReply> => {
    presses.push(link)
    return link.isAgreed ? 'done' : 'ask'
  }
  await openOwnLink(store, { openLink }, URL_OF_LINK, true)
  expect(presses).toEqual([{ url: URL_OF_LINK, isAgreed: true }])
})

test.each<[string, string, MouseEventInit, boolean]>([
  ['a link to another site', '#other', {}, true],
  ['a script', '#script', {}, true],
  ['a link of the owner’s', '#owner', {}, true],
  ['what is no link', 'button', {}, true],
  ['a press with Ctrl', '#own', { ctrlKey: true }, true],
  ['a press with Cmd', '#own', { metaKey: true }, true],
  ['a press with Shift', '#own', { shiftKey: true }, true],
  ['the middle button', '#own', { button: 1 }, true],
  ['what a script presses', '#own', {}, false],
])('%s is left to the browser', (_name, selector, init, isTrusted) => {
  noteOwnSite(frame.documentElement, 'https://shop.example')

  expect(press(selector, init, isTrusted)).toBe(true)
  expect(told).toEqual([])
})

test('a page that opens no links hears of none', () => {
  expect(press('#own')).toBe(true)

  noteOwnSite(frame.documentElement, 'https://shop.example')
  noteOwnSite(frame.documentElement, undefined)
  expect(press('#own')).toBe(true)
  expect(told).toEqual([])
})

test('a typed key without a target focuses the field, and no other press does', () => {
  const { store } = createChatWorld()
  followPresses(store, { openLink: () => Promise.resolve('done') })
  const before = store.get(focusRequestAtom)
  const press = (target: Element, init: KeyboardEventInit) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))

  press(document.body.appendChild(document.createElement('button')), { key: 'a' })
  for (const key of ['Tab', 'Escape', 'Enter', 'Shift']) press(document.body, { key })
  for (const held of ['ctrlKey', 'altKey', 'metaKey'])
    press(document.body, { key: 'c', [held]: true })
  expect(store.get(focusRequestAtom)).toBe(before)
  press(document.body, { key: 'A', shiftKey: true })
  expect(store.get(focusRequestAtom)).toBe(before + 1)
  document.body.replaceChildren()
})

const URL_OF_LINK = 'https://shop.example/logout'

/** A page with this reply that is asked to open a link. */
function pressOwnLink(reply: LinkReply) {
  const asked: LinkPress[] = []
  const { store } = createChatWorld()
  const openLink = (press: LinkPress) => {
    asked.push(press)
    return Promise.resolve(press.isAgreed ? 'done' : reply)
  }
  const ended = openOwnLink(store, { openLink }, URL_OF_LINK)
  return { asked, store, ended, question: () => store.get(linkQuestionAtom) }
}

test('a link that the page opens at once needs no consent', async () => {
  const { asked, ended, question } = pressOwnLink('done')
  await ended

  expect(asked).toEqual([{ url: URL_OF_LINK }])
  expect(question()).toBeNull()
})

test.each([
  [true, [{ url: URL_OF_LINK }, { url: URL_OF_LINK, isAgreed: true }]],
  [false, [{ url: URL_OF_LINK }]],
])('a link that needs consent is opened if the person agrees: %s', async (isAgreed, calls) => {
  const { asked, ended, question } = pressOwnLink('ask')
  await vi.waitFor(() => expect(question()?.url).toBe(URL_OF_LINK))
  expect(asked).toHaveLength(1)

  question()!.answer(isAgreed)
  await ended

  expect(asked).toEqual(calls)
  expect(question()).toBeNull()
})

test('a question ends unanswered when another link is pressed, or the user changes', async () => {
  const { asked, store, ended, question } = pressOwnLink('ask')
  await vi.waitFor(() => expect(question()).not.toBeNull())
  const second = openOwnLink(store, { openLink: () => Promise.resolve('ask') }, `${URL_OF_LINK}?2`)
  await ended
  await vi.waitFor(() => expect(question()?.url).toBe(`${URL_OF_LINK}?2`))

  await store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })
  await second

  expect(asked).toEqual([{ url: URL_OF_LINK }])
  expect(question()).toBeNull()
})

test('a page that cannot open the link does not disturb the chat', async () => {
  const { store } = createChatWorld()

  await openOwnLink(store, { openLink: () => Promise.reject(new Error('gone')) }, URL_OF_LINK)

  expect(store.get(linkQuestionAtom)).toBeNull()
})
