import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOST_SYSTEM_MAX_CHARACTERS } from '../shared/bridge/contract.ts'
import type { ChatContext, ChatInstance } from './chat-instance.ts'
import { createGlobal } from './queue.ts'
import { createStage } from './testing/create-stage.ts'
import type { FakeFrame } from './testing/create-stage.ts'

let chat: ChatInstance
let frame: FakeFrame
const heard: string[] = []

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  chat.destroy()
  heard.length = 0
  vi.restoreAllMocks()
})

/** A chat that is told of a context before its frame comes. */
async function open(early: unknown) {
  const stage = createStage()
  chat = stage.chat
  chat.on('error', ({ code, message }) => heard.push(`${code}: ${message}`))
  chat.context(early as ChatContext)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const opened = chat.open()
  frame = await stage.loadFrame()
  await opened
}

const told = () => frame.setups.at(-1)?.context
const SHOP = { system: 'The person looks at a red chair.', callSettings: { temperature: 0.2 } }

test('what the page says before the frame comes, and after, is told to it, and taken back', async () => {
  await open(SHOP)
  expect(told()).toEqual(SHOP)

  await createGlobal(chat)('context', { callSettings: { stopSequences: ['END'] } })
  await vi.waitFor(() => expect(told()).toEqual({ callSettings: { stopSequences: ['END'] } }))
  chat.context(null)
  await vi.waitFor(() => expect(told()).toEqual({}))
  expect(heard).toEqual([])
})

test.each([
  ['The person is here.', 'expected an object with system and callSettings'],
  [{ ...SHOP, model: 'dear' }, 'system and callSettings only, not model'],
  [{ system: 3 }, 'system: a text of at most 8192 characters'],
  [{ system: 'x'.repeat(HOST_SYSTEM_MAX_CHARACTERS + 1) }, 'system: a text of at most 8192'],
  [{ callSettings: [] }, 'callSettings: an object of at most 1024 characters as JSON'],
  [{ callSettings: { seed: 1 } }, 'callSettings of temperature, topP, maxOutputTokens, stop'],
])(
  'of what is wrong nothing is told to the frame, and the page hears of it once: %j',
  async (given, text) => {
    await open(given)
    chat.tool('look', { description: 'Looks', parameters: { type: 'object' }, run: () => 1 })
    await vi.waitFor(() => expect(frame.setups.at(-1)?.tools).toHaveLength(1))

    expect(told()).toEqual({})
    expect(heard).toEqual([expect.stringContaining(text)])
    chat.context(SHOP)
    await vi.waitFor(() => expect(told()).toEqual(SHOP))
  },
)

test('a chat that was destroyed takes none', async () => {
  await open(undefined)
  expect(told()).toEqual({})
  chat.destroy()
  expect(() => chat.context(SHOP)).toThrow('Chat destroyed')
})
