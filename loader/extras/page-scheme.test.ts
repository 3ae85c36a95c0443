import { afterEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from '../chat-instance.ts'
import { createStage } from '../testing/create-stage.ts'
import { readPageScheme } from './page-scheme.ts'

const page = document.documentElement
const chats: ChatInstance[] = []

afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  for (const part of [page, document.body]) {
    for (const name of part.getAttributeNames()) part.removeAttribute(name)
  }
  document.head.replaceChildren()
})

test.each([
  ['<html>', {}, {}, 'light'],
  ['a class', { class: 'no-js dark' }, {}, 'dark'],
  ['a class for all', { class: 'dark-mode' }, {}, 'dark'],
  ['a class of the body', {}, { class: 'home theme-dark' }, 'dark'],
  ['part of a name', { class: 'dark-header' }, {}, 'light'],
  ['data-theme', { 'data-theme': 'dark' }, {}, 'dark'],
  ['one theme of several', { 'data-theme': 'github-dark' }, {}, 'dark'],
  ['Bootstrap’s', { 'data-bs-theme': 'dark' }, {}, 'dark'],
  ['a switch against the style', { class: 'light', style: 'color-scheme: dark' }, {}, 'light'],
  ['the style', { style: 'color-scheme: dark' }, {}, 'dark'],
  ['the style alone', { style: 'color-scheme: only light' }, {}, 'light'],
  ['the style of both', { style: 'color-scheme: light dark' }, {}, undefined],
  ['a switch over both', { style: 'color-scheme: light dark', class: 'dark' }, {}, 'dark'],
] as const)('reads how the page is drawn from %s', (_, ofPage, ofBody, scheme) => {
  for (const [name, value] of Object.entries(ofPage)) page.setAttribute(name, value)
  for (const [name, value] of Object.entries(ofBody)) document.body.setAttribute(name, value)

  expect(readPageScheme()).toBe(scheme)
})

test('what the document says of itself counts where its style says nothing', () => {
  // Computed value of browsers without a `color-scheme`.
  page.style.colorScheme = 'normal'
  const meta = document.createElement('meta')
  meta.name = 'color-scheme'
  meta.content = 'dark light'
  document.head.append(meta)
  expect(readPageScheme()).toBeUndefined()

  page.style.colorScheme = 'light'

  expect(readPageScheme()).toBe('light')
})

test('a frame waits for the page’s scheme, hears each change of it, and none without `host`', async () => {
  page.className = 'dark'
  const { chat, loadFrame, root } = createStage({ theme: { scheme: 'host' } })
  chats.push(chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const opened = chat.open()
  const { setups } = await loadFrame()
  await opened
  expect(setups.map(({ scheme }) => scheme)).not.toContain('light')

  page.className = ''
  await vi.waitFor(() => expect(setups.at(-1)?.scheme).toBe('light'))
  expect(root().shadowRoot!.querySelector('.light')).not.toBeNull()

  await chat.setTheme('light')
  page.className = 'dark'
  await chat.setTheme('auto')
  expect(setups.at(-1)?.scheme).toBe('light')
})
