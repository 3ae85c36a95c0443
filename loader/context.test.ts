import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOST_SYSTEM_MAX_CHARACTERS } from '../shared/bridge/host-context.ts'
import {
  CONTEXT_DATA_EXPECTED,
  CONTEXT_DATA_MAX_BYTES,
  CONTEXT_FIELDS_MAX,
  CONTEXT_NAME_MAX_CHARACTERS,
} from '../shared/context-data.ts'
import type { ChatContext } from './chat-commands.ts'
import type { ChatInstance } from './chat-instance.ts'
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

/** A chat that gets a context before its frame loads. */
async function open(early: unknown) {
  const stage = createStage()
  chat = stage.chat
  chat.on('error', ({ code, message }) => heard.push(`${code}: ${message}`))
  chat.setContext(early as ChatContext)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  const opened = chat.open()
  frame = await stage.loadFrame()
  await opened
}

const told = () => frame.setups.at(-1)?.context
/** Expects the next context of the frame. */
const expectTold = (context: unknown) => vi.waitFor(() => expect(told()).toEqual(context))
const expectHeard = (...texts: readonly string[]) =>
  vi.waitFor(() => expect(heard).toEqual(texts.map((text) => expect.stringContaining(text))))
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field ${index}`, index]))
/** A value whose JSON has this many bytes, and fewer characters. */
const ofBytes = (bytes: number) => ({ note: 'é' + 'x'.repeat(bytes - '{"note":"é"}'.length - 1) })
const circle: Record<string, unknown> = {}
circle['self'] = circle
const SHOP = { system: 'The person looks at a red chair.', callSettings: { temperature: 0.2 } }

test('context set before and after the frame has loaded is sent to it, and removed again', async () => {
  await open(SHOP)
  expect(told()).toEqual(SHOP)

  await createGlobal(chat)('context', { callSettings: { stopSequences: ['END'] } })
  await vi.waitFor(() => expect(told()).toEqual({ callSettings: { stopSequences: ['END'] } }))
  chat.setContext(null)
  await vi.waitFor(() => expect(told()).toEqual({}))
  expect(heard).toEqual([])
})

test.each([
  [{ ...SHOP, model: 'dear' }, 'data, user, system and callSettings only, not model'],
  [{ system: 3 }, 'system: a text of at most 8192 characters'],
  [{ system: 'x'.repeat(HOST_SYSTEM_MAX_CHARACTERS + 1) }, 'system: a text of at most 8192'],
  [{ callSettings: [] }, 'callSettings: an object of at most 1024 characters as JSON'],
  [{ callSettings: { seed: 1 } }, 'callSettings of temperature, topP, maxOutputTokens, stop'],
  [{ data: 'The cart is empty.' }, 'context: expected data: an object'],
  [{ data: [1] }, 'context: expected data: an object'],
  [{ data: null }, 'context: expected data: an object'],
  [{ user: 'Ada' }, 'context: expected user: an object'],
  [{ user: null }, 'context: expected user: an object'],
  [{ data: { pick: () => 1 } }, 'context: expected data: JSON as pick'],
  [{ data: { pick: undefined } }, 'context: expected data: JSON as pick'],
  [{ data: { ' ': 1 } }, `context: expected data: ${CONTEXT_DATA_EXPECTED}`],
])(
  'an invalid context is not sent to the frame, and reported to the page once: %j',
  async (given, text) => {
    await open(given)
    chat.tool('look', { description: 'Looks', parameters: { type: 'object' }, run: () => 1 })
    await vi.waitFor(() => expect(frame.setups.at(-1)?.tools).toHaveLength(1))

    expect(told()).toEqual({})
    expect(heard).toEqual([expect.stringContaining(text)])
    chat.setContext(SHOP)
    await vi.waitFor(() => expect(told()).toEqual(SHOP))
  },
)

test('what the page knows, and who its user is, go to the frame as fields of its data', async () => {
  await open({ ...SHOP, data: { cart: { total: 9 } }, user: { name: 'Ada' } })

  expect(told()).toEqual({ ...SHOP, data: { cart: { total: 9 }, user: { name: 'Ada' } } })
  expect(heard).toEqual([])
})

test('data is sent as JSON', async () => {
  await open({ data: { since: new Date(0), price: { toJSON: () => '9 €' }, gone: [undefined] } })

  expect(told()).toEqual({
    data: { since: '1970-01-01T00:00:00.000Z', price: '9 €', gone: [null] },
  })
})

test('a field is added to the data, replaced by its name, and removed by its owner', async () => {
  await open({ data: { page: 'Chairs', cart: 'of the context' } })
  const takeFirst = chat.addContext('cart', ['chair'])
  await expectTold({ data: { page: 'Chairs', cart: ['chair'] } })
  const takeSecond = chat.addContext('cart', ['chair', 'table'])
  chat.addContext('plan', 'free')
  await expectTold({ data: { page: 'Chairs', cart: ['chair', 'table'], plan: 'free' } })

  // Another field of the same name replaced it.
  takeFirst()
  chat.setContext({ data: { page: 'Tables' } })
  await expectTold({ data: { page: 'Tables', cart: ['chair', 'table'], plan: 'free' } })
  takeSecond()
  await expectTold({ data: { page: 'Tables', plan: 'free' } })
  takeSecond()
  expect(heard).toEqual([])
})

test('an added field stays when the context is taken back', async () => {
  await open(SHOP)
  chat.addContext('cart', ['chair'])
  await expectTold({ ...SHOP, data: { cart: ['chair'] } })

  chat.setContext(null)

  await vi.waitFor(() => expect(told()).toEqual({ data: { cart: ['chair'] } }))
})

test('a field with an empty name is none, and the context stays as it was', async () => {
  await open(SHOP)
  const takeBack = chat.addContext(' ', { data: { cart: 1 } })
  await expectHeard(`data: ${CONTEXT_DATA_EXPECTED}`)

  takeBack()

  await vi.waitFor(() => expect(told()).toEqual(SHOP))
})

test('an added field without a JSON form is reported, and sent once it is valid', async () => {
  await open(null)
  chat.addContext('cart', circle)
  await expectHeard('context: expected data: JSON as cart')
  chat.addContext('cart', 1n)
  chat.addContext('page', 'Chairs')
  expect(told()).toEqual({})

  chat.addContext('cart', ['chair'])

  await expectTold({ data: { cart: ['chair'], page: 'Chairs' } })
  expect(heard).toHaveLength(1)
})

test('the maximum of fields is sent, and nothing with an additional one from either call', async () => {
  const user = { name: 'Ada' }
  await open({ data: fields(CONTEXT_FIELDS_MAX - 2), user })
  const takeBack = chat.addContext('last', 1)
  await expectTold({ data: { ...fields(CONTEXT_FIELDS_MAX - 2), user, last: 1 } })
  expect(heard).toEqual([])

  chat.addContext('one more', 1)
  await expectHeard(`config_invalid: context: expected data: ${CONTEXT_DATA_EXPECTED}`)
  await expectTold({})
  takeBack()

  await expectTold({ data: { ...fields(CONTEXT_FIELDS_MAX - 2), user, 'one more': 1 } })
})

test('the maximum of bytes and the longest name are sent, and nothing beyond', async () => {
  await open({ data: ofBytes(CONTEXT_DATA_MAX_BYTES) })
  expect(told()).toEqual({ data: ofBytes(CONTEXT_DATA_MAX_BYTES) })
  const longest = { ['n'.repeat(CONTEXT_NAME_MAX_CHARACTERS)]: 1 }
  chat.setContext({ data: longest })
  await expectTold({ data: longest })
  expect(heard).toEqual([])

  for (const data of [
    ofBytes(CONTEXT_DATA_MAX_BYTES + 1),
    { ['n'.repeat(CONTEXT_NAME_MAX_CHARACTERS + 1)]: 1 },
  ]) {
    chat.setContext({ data })
    await expectTold({})
    await expectHeard(CONTEXT_DATA_EXPECTED)
    chat.setContext(SHOP)
    await expectTold(SHOP)
    heard.length = 0
  }
})

test('of the same fault the page hears once, and again after it was right', async () => {
  await open({ data: 1 })
  await expectHeard('data: an object')
  chat.setContext({ data: 2 } as never)
  chat.addContext('cart', 1)
  chat.setContext(SHOP)
  await expectTold({ ...SHOP, data: { cart: 1 } })
  expect(heard).toHaveLength(1)

  chat.setContext({ data: 1 } as never)

  await expectHeard('data: an object', 'data: an object')
})

test('the longest context, and tools that fill the remaining space, are sent to the frame', async () => {
  const system = 'x'.repeat(HOST_SYSTEM_MAX_CHARACTERS)
  const context = { system, data: ofBytes(CONTEXT_DATA_MAX_BYTES) }
  await open(null)
  const parameters = { title: 'x'.repeat(16_000) }
  for (const name of ['one', 'two', 'three'])
    chat.tool(name, { description: 'Looks', parameters, run: () => 1 })
  await vi.waitFor(() => expect(frame.setups.at(-1)?.tools).toHaveLength(3))

  chat.setContext(context)

  await expectTold(context)
  await expectHeard('tool three: at most 32 tools, 49152 characters together, with the data')
  expect(frame.setups.at(-1)?.tools?.map(({ name }) => name)).toEqual(['one', 'two'])
})

test('the frame runs nothing that is a field', async () => {
  await open(null)
  const run = vi.fn<() => number>(() => 1)
  chat.addContext('cart', { total: 9, run })
  chat.tool('look', { description: 'Looks', parameters: {}, run })
  await expectTold({ data: { cart: { total: 9 } } })
  const runIn = (name: string) => frame.channel.call('runTool', { name, callId: 'c', args: {} })

  await expect(runIn('#cart')).rejects.toMatchObject({ code: 'not_found' })
  expect(run).not.toHaveBeenCalled()
  await expect(runIn('look')).resolves.toEqual({ output: 1 })
})

test('a chat that was destroyed takes none, and has nothing to give back', async () => {
  await open(null)
  expect(told()).toEqual({})
  const takeBack = chat.addContext('cart', 1)
  await expectTold({ data: { cart: 1 } })

  chat.destroy()

  expect(() => chat.setContext(SHOP)).toThrow('destroyed')
  expect(() => chat.addContext('cart', 2)).toThrow('destroyed')
  expect(takeBack).not.toThrow()
})
