import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import { createStage, FRAME_ORIGIN } from './testing/create-stage.ts'

const chats: ChatInstance[] = []

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

async function openStage(options: Parameters<typeof createStage>[0]) {
  const stage = createStage(options)
  chats.push(stage.chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  return stage
}

test.each([undefined, 'shop'])(
  'the project of the address is the chat’s, also with app: %s',
  async (app) => {
    const { chat, iframe, loadFrame } = await openStage({
      baseUrl: `${FRAME_ORIGIN}/p/shop/`,
      ...(app && { app }),
    })
    const seen: unknown[] = []
    chat.on('open', (event) => seen.push(event.instance))
    const opened = chat.open()
    await loadFrame()
    await opened

    expect(iframe().getAttribute('src')).toBe(`${FRAME_ORIGIN}/p/shop/frame`)
    expect(seen).toEqual(['shop'])
  },
)

test.each([
  ['shop', 'sales'],
  ['shop', 'default'],
  ['shop', 'Shop'],
  ['default', 'shop'],
])('refuses to start at the address of project %s with app %s', async (named, app) => {
  const { chat, imports } = createStage({ app, baseUrl: `${FRAME_ORIGIN}/p/${named}/` })
  chats.push(chat)

  await expect(chat.open()).rejects.toMatchObject({
    code: 'config_invalid',
    message: `app, data-app: expected ${named}, as in the address`,
  })
  expect(imports).toEqual([])
})
