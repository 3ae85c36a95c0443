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

const KEY = { apiKey: 'pk_0123456789', userId: 'ada', workspaceId: 'shop' } as const
const NOBODY = { mode: 'token', isNobody: true }

test('a key reaches the frame with both names, from the options and from identify', async () => {
  const { chat, loadFrame, iframe } = await openStage({ auth: KEY })
  const opened = chat.open()
  const frame = await loadFrame()
  await opened

  // Until the code that validates it is loaded, the chat has no user.
  const identity = () => frame.setups.at(-1)?.identity
  await vi.waitFor(() => expect(identity()).toEqual({ epoch: 1, mode: 'apiKey', ...KEY }))
  await chat.identify({ ...KEY, userId: 'bob' })

  expect(identity()).toEqual({ epoch: 2, mode: 'apiKey', ...KEY, userId: 'bob' })
  expect(iframe().src).not.toContain('pk_')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('pk_')
})

test.each([
  [{}, 'This names nobody: getToken, token, apiKey or anonymous is missing.'],
  [{ ...KEY, apiKey: 'sk_0123456789' }, 'A page takes keys of browsers only'],
])('identify with %j rejects, and leaves the chat without a user', async (given, text) => {
  const { chat, loadFrame } = await openStage()
  const opened = chat.open()
  const frame = await loadFrame()
  await opened
  expect(frame.setups.at(-1)?.identity).toEqual({ epoch: 0, mode: 'anonymous' })

  await expect(chat.identify(given as typeof KEY)).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringContaining(text),
  })

  await vi.waitFor(() => expect(frame.setups.at(-1)?.identity).toEqual({ epoch: 1, ...NOBODY }))
  expect(errors.mock.calls.flat().join()).not.toContain('0123456789')
  await chat.identify({ getToken: () => 'token' })
  expect(frame.setups.at(-1)?.identity).toEqual({ epoch: 2, mode: 'token' })
})

test.each([
  [{ userId: 'ada' }, 'This names nobody: getToken, token, apiKey or anonymous'],
  [{ apiKey: '' }, 'This names nobody: getToken, token, apiKey or anonymous'],
  [{ ...KEY, apiKey: 'sk_0123456789' }, 'A page takes keys of browsers only'],
  [{ auth: 'nobody' }, 'This names nobody: getToken, token, apiKey or anonymous'],
])(
  'the attributes %j give no chat, and every call rejects with the reason',
  async (given, text) => {
    const { chat } = createStage(given as Parameters<typeof createStage>[0])
    chats.push(chat)

    await vi.waitFor(() => expect(errors.mock.calls.flat().join()).toContain(text))

    await expect(chat.open()).rejects.toMatchObject({ code: 'config_invalid' })
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.querySelector('alcove-root')).toBeNull()
    expect(errors.mock.calls.flat().join()).not.toContain('0123456789')
  },
)

test('a chat that waits to be told who chats says so in the console, as it opens', async () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const open = async (auth: 'token' | { getToken: () => string }) => {
    const { chat, loadFrame } = await openStage({ auth })
    const opened = chat.open()
    await loadFrame()
    await opened
    const texts = said.mock.calls.splice(0).flat()
    if (auth !== 'token') return texts
    await chat.close()
    await chat.identify({ getToken: () => 'token' })
    await chat.open()
    expect(said).not.toHaveBeenCalled()
    chat.destroy()
    return texts
  }

  expect(await open('token')).toEqual([
    '[Alcove] nobody chats: data-auth="token" waits for identify({ getToken })',
  ])
  expect(await open({ getToken: () => 'token' })).toEqual([])
})

test('a chat whose page was refused says so again as it opens, with the remedy', async () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { chat, loadFrame } = await openStage({ auth: 'token' })
  chat.identify({ userId: 'ada' } as unknown as typeof KEY).catch(() => {})
  const opened = chat.open()
  await loadFrame()
  await opened

  expect(said.mock.calls.flat()).toEqual([
    expect.stringMatching(/^\[Alcove\] nobody chats: This names nobody: .*getToken.*your server/),
  ])
})
