import { afterEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import { LOOK_TIMEOUT_MS } from './late-look.ts'
import { createStage } from './testing/create-stage.ts'

const SHOWN = 'alcove:shown'
const chats: ChatInstance[] = []

afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  vi.useRealTimers()
})

/** A chat whose second file never comes, unless the test wants it. */
async function openStage(...args: Parameters<typeof createStage>) {
  const stage = createStage(...args)
  chats.push(stage.chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const isShown = () => stage.find('#panel').classList.contains('shown')
  const speakAsFrame = (data: unknown, origin?: string) => {
    const source = stage.frameWindow
    Object.defineProperty(stage.iframe(), 'contentWindow', { value: source, configurable: true })
    stage.post(data, origin)
  }
  return { ...stage, launcher: stage.find('#launcher'), isShown, speakAsFrame }
}

const never = () => new Promise<never>(() => {})

test('the press draws the shell without any other file: a close button, and no text', async () => {
  const { launcher, find, root, iframe, isShown } = await openStage({}, never)

  launcher.click()

  expect(find('.open #panel .shell').textContent).toBe('')
  const buttons = [...find('.shell').querySelectorAll('button')]
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Close'])
  expect(iframe().parentNode).toBe(root())
  expect(isShown()).toBe(false)
  find('.shell button').click()
  expect(find('.open')).toBeNull()
})

test('open resolves when the frame has painted, before it is connected', async () => {
  const { chat, speakAsFrame, isShown } = await openStage({}, never)
  const opened = vi.fn<() => void>()
  void chat.open().then(opened)

  speakAsFrame(SHOWN, 'https://evil.test')
  speakAsFrame('alcove:other')
  await Promise.resolve()
  expect([isShown(), opened.mock.calls.length]).toEqual([false, 0])

  speakAsFrame(SHOWN)
  await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(isShown()).toBe(true)
})

test('a painted frame stays while it connects, and is covered when it fails', async () => {
  const { chat, speakAsFrame, isShown, loadFrame, find, post } = await openStage()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  chat.open().catch(() => {})
  speakAsFrame(SHOWN)
  await loadFrame({ nonce: 'one', usable: never() })
  expect(isShown()).toBe(true)

  post('alcove:broken')

  await vi.waitFor(() => expect(find('.card')).not.toBeNull())
  expect(isShown()).toBe(false)
})

test('the focus goes from the shell into the painted frame', async () => {
  const { launcher, find, iframe, speakAsFrame } = await openStage({}, never)
  launcher.click()
  find('.shell button').focus()

  speakAsFrame(SHOWN)

  expect(document.activeElement).toBe(iframe())
})

test('a look that does not come in time is told without the second file', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stage = createStage({}, never)
  chats.push(stage.chat)
  await vi.advanceTimersByTimeAsync(0)
  stage.chat.open().catch(() => {})

  await vi.advanceTimersByTimeAsync(LOOK_TIMEOUT_MS - 1)
  expect(stage.find('[role=alert]')).toBeNull()
  await vi.advanceTimersByTimeAsync(1)

  expect(stage.find('[role=alert]').textContent).toContain('This takes longer than usual…')
  expect(stage.find('.shell button').getAttribute('aria-label')).toBe('Close')
})
