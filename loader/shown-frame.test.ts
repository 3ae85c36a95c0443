import { afterEach, expect, test, vi } from 'vitest'
import { createStage } from './testing/create-stage.ts'

afterEach(() => document.body.replaceChildren())

/** A chat whose document has painted the look; its app has not come. */
async function showDocument() {
  const stage = createStage({ name: 'Ada', locale: 'de' })
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const opened = stage.chat.open()
  // Destroying the chat rejects an opening that goes on.
  opened.catch(() => {})
  await vi.waitFor(() => expect(stage.iframe()).not.toBeNull())
  Object.defineProperty(stage.iframe(), 'contentWindow', {
    value: stage.frameWindow,
    configurable: true,
  })
  return { ...stage, opened }
}

test('the opening resolves when the document shows the look, before the app has come', async () => {
  const { chat, post, opened, find } = await showDocument()
  await vi.waitFor(() => expect(find('.news')).not.toBeNull())
  post('alcove:shown')

  await opened
  expect(find('.shown')).not.toBeNull()
  chat.destroy()
})

test('only the frame says that it is shown, or closes the panel', async () => {
  const { chat, post, find } = await showDocument()
  await vi.waitFor(() => expect(find('.news')).not.toBeNull())
  post('alcove:shown', 'https://evil.test')
  post('alcove:shown', undefined, window)
  post('alcove:close', undefined, window)

  expect(find('.shown')).toBeNull()
  expect(find('.open')).not.toBeNull()
  post('alcove:shown')
  await vi.waitFor(() => expect(find('.shown')).not.toBeNull())
  chat.destroy()
})

test('a frame that is shown stays uncovered while its app connects', async () => {
  const { chat, post, find, loadFrame } = await showDocument()
  post('alcove:shown')
  const { promise: usable, resolve } = Promise.withResolvers<void>()
  const { opens } = await loadFrame({ usable })
  await vi.waitFor(() => expect(opens.some(({ isOpen }) => isOpen)).toBe(true))

  expect(find('.shown')).not.toBeNull()
  resolve()
  await vi.waitFor(() => expect(find('.shown')).not.toBeNull())
  chat.destroy()
})

test('the document closes the panel', async () => {
  const { chat, post, find } = await showDocument()
  post('alcove:shown')
  post('alcove:close')

  await vi.waitFor(() => expect(find('.open')).toBeNull())
  chat.destroy()
})

test('the name of the iframe says the look of the page', async () => {
  const { chat, iframe } = await showDocument()
  expect(JSON.parse(iframe().name)).toMatchObject({ locale: 'de', look: { name: 'Ada' } })
  chat.destroy()
})
