import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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

test('a dead service is reported at once, and opening it again tries again', async () => {
  let isDead = true
  const tryImport = () =>
    isDead ? Promise.reject(new TypeError('Failed to fetch')) : import('./panel/main.ts')
  const { chat, launcher, find, imports, iframe, loadFrame } = await openStage({}, tryImport)
  const told = vi.fn<(error: { code: string }) => void>()
  chat.on('error', told)
  const nameOf = () => launcher.getAttribute('aria-label')

  launcher.click()
  await vi.waitFor(() => expect(find('[role=alert]')).not.toBeNull())
  expect(find('[role=alert]').textContent).toContain('The chat did not load.')
  expect([iframe().inert, nameOf()]).toEqual([true, 'Close chat'])
  expect(told.mock.calls.map(([{ code }]) => code)).toEqual(['script_failed'])
  launcher.click()
  expect([imports.length, nameOf()]).toEqual([1, 'Open chat'])
  launcher.click()
  expect(find('[role=alert]')).toBeNull()
  expect([imports.length, nameOf()]).toEqual([2, 'Close chat'])
  await vi.waitFor(() => expect(find('[role=alert]')).not.toBeNull())

  isDead = false
  const [retry] = find('[role=alert]').querySelectorAll('button')
  retry!.click()
  const frame = await loadFrame()

  await vi.waitFor(() => expect(frame.opens).toEqual([{ isOpen: true, userGesture: true }]))
  await vi.waitFor(() => expect(nameOf()).toBe('Close chat'))
  expect(find('[role=alert]')).toBeNull()
})

test('what did not load can be closed, by the launcher and by Escape', async () => {
  const fail = () => Promise.reject(new TypeError('Failed to fetch'))
  const { launcher, find, root } = await openStage({}, fail)
  const isOpen = () => root().shadowRoot!.querySelector('.open') !== null
  launcher.click()
  await vi.waitFor(() => expect(find('[role=alert]')).not.toBeNull())

  launcher.click()
  expect(isOpen()).toBe(false)
  launcher.click()
  await vi.waitFor(() => expect(find('[role=alert]')).not.toBeNull())
  expect(isOpen()).toBe(true)
  launcher.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))

  expect(isOpen()).toBe(false)
})

test('a frame that answers is of no use without the second file', async () => {
  const fail = () => Promise.reject(new TypeError('Failed to fetch'))
  const { launcher, find, greet, sent } = await openStage({}, fail)
  launcher.click()
  await vi.waitFor(() => expect(find('[role=alert]')).not.toBeNull())

  greet('nonce')

  expect(sent).toEqual([])
  expect(find('[role=alert]')).not.toBeNull()
})

test('the page’s owner sees the file that did not load, with a link to the service’s help', async () => {
  const fail = () => Promise.reject(new TypeError('Failed to fetch'))
  const openNote = async (options: object) => {
    const { chat, launcher, find } = await openStage(options, fail)
    launcher.click()
    await vi.waitFor(() => expect(find('[role=alert]')).not.toBeNull())
    const text = find('[role=alert]').textContent
    chat.destroy()
    return text
  }
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  const before = location.href
  onTestFinished(() => happyDOM.setURL(before))
  happyDOM.setURL('https://shop.test/')
  expect(await openNote({})).toBe(
    'The chat did not load.Check your connection, then try again.Try again',
  )
  expect(await openNote({ debug: '' })).toContain('alcove-panel.js: script_failed')
  happyDOM.setURL('http://localhost:3000/')
  expect(await openNote({})).toContain('script_failed')
  expect(errors.mock.lastCall?.join(' ')).toContain('https://chat.test/help#script_failed')
})
