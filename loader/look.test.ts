import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import { createStage } from './testing/create-stage.ts'

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

test('a wrong option is named once somebody wants the chat, and not before', async () => {
  const wrong = { theme: 'neon', position: 'middle', offsetX: 10 } as never
  const { chat, loadFrame } = await openStage(wrong)
  const said = () => errors.mock.calls.flat().join('\n')
  expect(said()).toBe('')

  const opened = chat.open()
  await loadFrame()
  await opened

  expect(said()).toContain('config_invalid: theme: expected auto, light or dark')
  expect(said()).toContain('position: expected bottom-end, bottom-start, top-end or top-start')
  expect(said()).not.toContain('offsetX')
})

test('looks and words go to the frame as the page says them, and change with it', async () => {
  const { chat, launcher, root, loadFrame } = await openStage({
    theme: { scheme: 'dark', accent: '#123456' },
    startScreen: { greeting: 'Hello' },
  })
  const isDark = () => root().shadowRoot!.querySelector('.dark') !== null
  expect(isDark()).toBe(true)
  const opened = chat.open()
  const { setups } = await loadFrame()
  await opened
  expect(setups[0]?.look).toMatchObject({
    theme: { accent: '#123456' },
    startScreen: { greeting: 'Hello' },
  })

  await chat.update({ theme: { radius: 'pill' }, startScreen: { hint: 'Ask' }, name: 'Pip' })
  await chat.setTheme('light')
  await chat.update({ name: undefined, launcher: { label: 'Ask Pip' } })
  await chat.close()

  expect(setups.at(-1)?.look).toMatchObject({
    theme: { scheme: 'light', accent: '#123456', radius: 'pill' },
    startScreen: { greeting: 'Hello', hint: 'Ask' },
  })
  expect(setups.at(-1)?.look).not.toHaveProperty('name')
  expect(isDark()).toBe(false)
  expect(launcher.getAttribute('aria-label')).toBe('Ask Pip')
})

test('what the page gives besides data stays on the page', async () => {
  const { chat, loadFrame } = await openStage({ onError() {}, name: 'Pip' } as never)
  const opened = chat.open()

  const { setups } = await loadFrame()
  await opened

  expect(setups[0]?.look).toEqual({ name: 'Pip' })
})
