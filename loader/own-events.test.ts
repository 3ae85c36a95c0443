import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import { createStage } from './testing/create-stage.ts'

const chats: ChatInstance[] = []
const life = { controller: new AbortController() }

beforeEach(() => {
  life.controller = new AbortController()
})
afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  life.controller.abort()
  document.body.replaceChildren()
})

async function showChat() {
  const stage = createStage()
  chats.push(stage.chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  return stage
}

/** Whether the page gets a user's event in the chat. */
function isHeard(target: Element, type: string) {
  const heard = vi.fn()
  document.addEventListener(type, heard, { signal: life.controller.signal, capture: true })
  const event = new Event(type, { bubbles: true, composed: true, cancelable: true })
  Object.defineProperty(event, 'isTrusted', { value: true })
  target.dispatchEvent(event)
  return heard.mock.calls.length > 0
}

const addDialog = (attributes: Record<string, string>) => {
  const dialog = document.createElement('div')
  for (const [name, value] of Object.entries(attributes)) dialog.setAttribute(name, value)
  document.body.append(dialog)
  return dialog
}

test('without a dialog the page hears of each press, with one of none', async () => {
  const { find } = await showChat()
  const launcher = find('#launcher')
  expect(isHeard(launcher, 'pointerdown')).toBe(true)

  const dialog = addDialog({ role: 'dialog' })
  expect(isHeard(launcher, 'pointerdown')).toBe(false)
  // Elements outside of both belong to the page.
  expect(isHeard(document.body, 'pointerdown')).toBe(true)

  dialog.remove()
  expect(isHeard(launcher, 'pointerdown')).toBe(true)
})

test.each(['display: none', 'visibility: hidden'])(
  'a dialog that is closed (%s) keeps nothing from the page',
  async (style) => {
    const { find } = await showChat()
    const dialog = addDialog({ role: 'dialog', style })
    expect(isHeard(find('#launcher'), 'pointerdown')).toBe(true)

    dialog.removeAttribute('style')
    expect(isHeard(find('#launcher'), 'pointerdown')).toBe(false)
  },
)

test('a press that the page does not hear opens the chat once', async () => {
  const { find } = await showChat()
  addDialog({ 'aria-modal': 'true' })
  const launcher = find('#launcher')

  expect(isHeard(launcher, 'click')).toBe(false)
  expect(launcher.getAttribute('aria-expanded')).toBe('true')
})

test('a chat that ended hides nothing from the page', async () => {
  const { chat, find, root } = await showChat()
  addDialog({ role: 'alertdialog' })
  const launcher = find('#launcher')
  const element = root()
  expect(isHeard(launcher, 'click')).toBe(false)

  chat.destroy()
  document.body.append(element)
  expect(isHeard(launcher, 'click')).toBe(true)
})

test('the chat marks itself for React Aria as above its dialogs', async () => {
  const { root } = await showChat()

  expect(root().getAttribute('data-react-aria-top-layer')).toBe('true')
})
