import { afterEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import { createStage } from './testing/create-stage.ts'

const chats: ChatInstance[] = []

afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

async function openStage() {
  const stage = createStage()
  chats.push(stage.chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const focused = () => stage.root().shadowRoot?.activeElement ?? document.activeElement
  return { ...stage, launcher: stage.find('#launcher'), focused }
}

/** The frame has been notified that it is open, and answers when the test resolves it. */
async function openSlowly({ launcher, loadFrame, chat }: Awaited<ReturnType<typeof openStage>>) {
  const usable = Promise.withResolvers<void>()
  launcher.focus()
  launcher.click()
  const { opens } = await loadFrame({ usable: usable.promise })
  await vi.waitFor(() => expect(opens).toEqual([{ isOpen: true, userGesture: true }]))
  return async () => {
    usable.resolve()
    await chat.open()
  }
}

test('the focus waits for the answer of the frame, and goes to one that did not take it', async () => {
  const stage = await openStage()
  const answer = await openSlowly(stage)
  expect(stage.focused()).toBe(stage.launcher)

  await answer()

  expect(stage.focused()).toBe(stage.iframe())
})

test('a frame that took the focus itself is not given it again', async () => {
  const stage = await openStage()
  const answer = await openSlowly(stage)
  stage.iframe().focus()
  const given = vi.spyOn(stage.iframe(), 'focus')

  await answer()

  expect(stage.focused()).toBe(stage.iframe())
  expect(given).not.toHaveBeenCalled()
})

test('a person who moves on before the frame answers keeps the focus', async () => {
  const stage = await openStage()
  const answer = await openSlowly(stage)
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()

  await answer()

  expect(document.activeElement).toBe(field)
})

test('a person who moved on within the page keeps the focus', async () => {
  const { launcher, loadFrame } = await openStage()
  const field = document.body.appendChild(document.createElement('input'))
  launcher.click()

  field.focus()
  const frame = await loadFrame()

  await vi.waitFor(() => expect(frame.opens).toEqual([{ isOpen: true, userGesture: false }]))
  expect(document.activeElement).toBe(field)
})

test('the focus returns to the launcher, or to what the API was called from (A24)', async () => {
  const { chat, launcher, loadFrame, iframe, root } = await openStage()
  const button = document.body.appendChild(document.createElement('button'))
  launcher.focus()
  launcher.click()
  const frame = await loadFrame()
  iframe().focus()
  await frame.channel.call('close', { reason: 'escape' })
  expect(root().shadowRoot?.activeElement ?? document.activeElement).toBe(launcher)

  button.focus()
  await chat.open()
  iframe().focus()
  await frame.channel.call('close', { reason: 'button' })
  expect(document.activeElement).toBe(button)

  await chat.open()
  iframe().focus()
  button.remove()
  await chat.close()
  expect(root().shadowRoot?.activeElement ?? document.activeElement).toBe(launcher)
})

test('a person who moved to a page around this one keeps the focus', async () => {
  const hasFocus = vi.spyOn(Document.prototype, 'hasFocus').mockReturnValue(false)
  const { launcher, loadFrame } = await openStage()
  launcher.click()
  const frame = await loadFrame()
  await vi.waitFor(() => expect(frame.opens).toEqual([{ isOpen: true, userGesture: false }]))

  launcher.click()
  hasFocus.mockReturnValue(true)
  launcher.click()
  await vi.waitFor(() => expect(frame.opens.at(-1)).toEqual({ isOpen: true, userGesture: true }))
})

test.each([
  [true, 'passes the press on to the frame'],
  [false, 'leaves the focus in a page around it'],
])('a page whose focus is its own (%s) %s', async (isFocused) => {
  const { launcher, iframe, frameWindow } = await openStage()
  const posted = vi.spyOn(frameWindow, 'postMessage')
  vi.spyOn(Document.prototype, 'hasFocus').mockReturnValue(isFocused)
  vi.useFakeTimers()
  launcher.click()
  Object.defineProperty(iframe(), 'contentWindow', { value: frameWindow, configurable: true })
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()

  expect(posted.mock.calls.some(([message]) => (message as unknown) === 'alcove:press')).toBe(
    isFocused,
  )
})
