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

test('an invalid option is reported once the chat is used, and not before', async () => {
  const wrong = { theme: 'neon', position: 'middle', offsetX: 10 } as never
  const { chat, loadFrame } = await openStage(wrong)
  const said = () => errors.mock.calls.flat().join('\n')
  expect(said()).toBe('')

  const opened = chat.open()
  await loadFrame()
  await opened

  await vi.waitFor(() =>
    expect(said()).toContain('config_invalid: theme: expected auto, light, dark or host'),
  )
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

test('hidden, nothing of the chat is on the page, and shown again it is as it was', async () => {
  const { chat, launcher, imports } = await openStage()
  const box = launcher.parentElement!

  await chat.hide()
  expect(box.style.display).toBe('none')
  await chat.show()

  expect(box.style.display).toBe('')
  expect(imports).toHaveLength(1)
})

test('a command loads the frame without opening the panel, and is answered by it', async () => {
  const { chat, launcher, iframe, loadFrame } = await openStage()

  const answers = [chat.stop(), chat.setComposer('Hello')]
  await vi.waitFor(() => expect(iframe()).not.toBeNull())
  const { commands } = await loadFrame()

  await expect(Promise.all(answers)).resolves.toEqual(['done', 'done'])
  expect(commands).toEqual([
    { name: 'stop', args: [] },
    { name: 'setComposer', args: ['Hello'] },
  ])
  expect(launcher.getAttribute('aria-expanded')).toBe('false')
})

test('the page hears what the contract has, and no other name', async () => {
  const { chat, loadFrame } = await openStage()
  const heard: unknown[] = []
  chat.on('response:end', (event) => heard.push(event))
  chat.on('error', (event) => heard.push(event))
  const opened = chat.open()
  const { channel } = await loadFrame()
  await opened

  const detail = { threadId: 't', ms: 5, outcome: 'complete' }
  channel.emit('event', { name: 'error', detail } as never)
  channel.emit('event', { name: 'toString', detail } as never)
  channel.emit('event', { name: 'response:end', detail })

  await vi.waitFor(() => expect(heard).toEqual([expect.objectContaining(detail)]))
})

test('a command rejects if the chat is destroyed meanwhile', async () => {
  const { chat, iframe } = await openStage()
  const stopping = chat.stop()
  await vi.waitFor(() => expect(iframe()).not.toBeNull())

  chat.destroy()

  await expect(stopping).rejects.toMatchObject({ code: 'destroyed' })
})

test('a second file that did not come is asked for again by the next call', async () => {
  let isDead = true
  const { chat, loadFrame } = await openStage({}, () =>
    isDead ? Promise.reject(new TypeError('Failed to fetch')) : import('./panel/main.ts'),
  )
  await expect(chat.identify({} as never)).rejects.toMatchObject({ code: 'script_failed' })
  await expect(chat.hide()).rejects.toMatchObject({ code: 'script_failed' })

  isDead = false
  const opened = chat.open()
  await loadFrame()

  await expect(opened).resolves.toBeUndefined()
})
