import { afterEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import { createStage } from './testing/create-stage.ts'

const KEYS = [...'abcdefghijklmnopqrstuvwxyz0123456789?/.,#']
const chats: ChatInstance[] = []

afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  document.body.replaceChildren()
})

test('neither the focus nor keys without a modifier open or close the chat (A18, A36)', async () => {
  const stage = createStage()
  chats.push(stage.chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const launcher = stage.find('#launcher')
  const isOpen = () => launcher.getAttribute('aria-expanded')
  const pressAll = (target: Element) => {
    for (const key of KEYS) {
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
    }
  }

  launcher.focus()
  pressAll(launcher)
  pressAll(document.body)
  expect(isOpen()).toBe('false')

  // Positive control.
  launcher.click()
  expect(isOpen()).toBe('true')
  pressAll(document.body)
  expect(isOpen()).toBe('true')
})
