import { beforeEach, expect, test } from 'vitest'
import type { PageEvent } from '../../shared/bridge/page-event.ts'
import { noteOwnSite } from '../../shared/own-site.ts'
import { focusRequestAtom } from '../composer/atoms/composer.ts'
import { createChatWorld } from '../state/chat-world.test-support.ts'
import { followLinks, followPresses } from './follow-presses.ts'

let told: PageEvent[]
/** Nobody else follows what is pressed in it, as served frames of other tests do in their document. */
let frame: Document

beforeEach(() => {
  told = []
  const links = `
    <a id="own" href="https://shop.example/cart?x=1#y" target="_blank"><b>Cart</b></a>
    <a id="other" href="https://evil.example/cart" target="_blank">Cart</a>
    <a id="script" href="javascript:alert(1)">Cart</a>
    <button>Cart</button>`
  frame = new DOMParser().parseFromString(links, 'text/html')
  followLinks(frame, (event) => told.push(event))
})

/** A press as a person makes it; whether the browser is left to do what it does. */
function press(selector: string, init: MouseEventInit = {}, isTrusted = true): boolean {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
  Object.defineProperty(event, 'isTrusted', { value: isTrusted })
  return frame.querySelector(selector)!.dispatchEvent(event)
}

test('a press on a link to the page’s own site is told to it, and opens nothing here', () => {
  noteOwnSite(frame.documentElement, 'https://shop.example')

  expect(press('#own b')).toBe(false)
  expect(told).toEqual([{ name: 'link', detail: { url: 'https://shop.example/cart?x=1#y' } }])
})

test.each<[string, string, MouseEventInit, boolean]>([
  ['a link to another site', '#other', {}, true],
  ['a script', '#script', {}, true],
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

test('what is typed into nothing asks for the focus of the field, and nothing else that is pressed does', () => {
  const { store } = createChatWorld()
  followPresses(store, () => {})
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
