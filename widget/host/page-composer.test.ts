import { expect, test } from 'vitest'
import type { JsonValue } from '../../shared/json.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { shownThreadIdAtom } from '../conversation/atoms/conversations.ts'
import { draftAtom } from '../composer/atoms/composer.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { createChatWorld } from '../world/chat-world.test-support.ts'
import { learnServerFactsAtom, setWantsContentAtom } from '../world/server-facts.ts'
import { runPageCommand } from './page-commands.ts'
import { RUN_CONFIG_MAX_CHARACTERS } from './page-composer.ts'
import { identifyAtom } from '../world/identify.ts'

async function createPage(...args: Parameters<typeof createChatWorld>) {
  const page = createUnnamed(...args)
  await page.store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })
  return page
}

/** Before the page has named a user. */
function createUnnamed(...args: Parameters<typeof createChatWorld>) {
  const world = createChatWorld(...args)
  const posted = () =>
    world.http
      .to('POST /chat')
      .map(({ body }) => body as Record<string, JsonValue> & { messages: JsonValue[] })
  const send = (message: JsonValue) =>
    runPageCommand(
      world.store,
      { name: 'send', args: [message] },
      new AbortController().signal,
    ) as Promise<{
      threadId: string | null
      messageId: string
    }>
  return { ...world, world, posted, send }
}

test('a message of the page is sent marked as the page’s, and the person’s draft stays', async () => {
  const { store, world, send, posted } = await createPage()
  store.set(draftAtom, 'Mine')

  const sent = await send({ text: ' Where is my order? ', runConfig: { plan: 'gold' } })
  await settle()

  expect(posted()).toHaveLength(1)
  expect(posted()[0]).toMatchObject({ metadata: { plan: 'gold' } })
  expect(posted()[0]?.messages.at(-1)).toEqual({
    id: sent.messageId,
    role: 'user',
    parts: [{ type: 'text', text: 'Where is my order?' }],
    metadata: { custom: { sentBy: 'page' } },
  })
  expect(world.lines[0]).toBe('user: Where is my order?')
  expect(store.get(draftAtom)).toBe('Mine')
})

test('a person’s own message has no mark', async () => {
  const { store, posted } = await createPage()
  const { sendTextAtom } = await import('../composer/atoms/composer.ts')

  await store.set(sendTextAtom, 'Hello')
  await settle()

  expect(posted()[0]?.messages.at(-1)).not.toHaveProperty('metadata')
})

test('while an answer is made nothing is sent, and afterwards it is', async () => {
  const { send, answers, posted } = await createPage()
  await send('First')
  await settle()

  await expect(send('Second')).rejects.toMatchObject({ code: 'run_active' })
  await answers.at(-1)?.send(start('a', 'q'), ...words('Yes'), FINISH)
  await settle()
  await send('Second')
  await settle()

  expect(posted()).toHaveLength(2)
})

test('a question to the person is not answered by the page', async () => {
  const { send, answers, posted } = await createPage()
  await send('Delete it')
  await settle()
  const call = { toolCallId: 'c', toolName: 'delete' }
  await answers
    .at(-1)
    ?.send(
      start('a', 'q'),
      { type: 'tool-input-available', ...call, input: {} },
      { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'c' },
      FINISH,
    )
  await settle()

  await expect(send('Yes, do')).rejects.toMatchObject({
    code: 'run_active',
    message: 'The conversation waits for a decision of its person.',
  })
  expect(posted()).toHaveLength(1)
})

test('two messages with one key are sent once', async () => {
  const { send, answers, posted } = await createPage()
  const message = { text: 'Hello', idempotencyKey: 'order-1' }

  const first = await send(message)
  await settle()
  // Also while the message is answered.
  const second = await send(message)
  await answers.at(-1)?.send(start('a', 'q'), ...words('Yes'), FINISH)
  await settle()
  await send(message)
  await settle()

  expect([first.messageId, second.messageId]).toEqual(['order-1', 'order-1'])
  expect(posted()).toHaveLength(1)
})

const LONG = 'x'.repeat(RUN_CONFIG_MAX_CHARACTERS - '{"a":""}'.length)

test.each<[JsonValue, string]>([
  [null, 'expected a text, or an object with text'],
  ['', 'expected a text of 1 to 5 characters'],
  ['123456', 'expected a text of 1 to 5 characters'],
  [{ text: 7 }, 'expected a text'],
  [{ text: 'Hello', threadId: '' }, 'send: threadId: expected the id'],
  [{ text: 'Hello', idempotencyKey: 'a b' }, 'idempotencyKey'],
  [{ text: 'Hello', idempotencyKey: 'x'.repeat(65) }, 'idempotencyKey'],
  [{ text: 'Hello', runConfig: 'gold' }, 'runConfig'],
  [{ text: 'Hello', runConfig: { a: `${LONG}x` } }, 'runConfig'],
])(
  'a message that is none is refused in words, and nothing goes out: %#',
  async (message, text) => {
    const { store, send, posted } = await createPage()
    store.set(learnServerFactsAtom, { limits: { userTextCharacters: 5 } })

    await expect(send(message)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(text),
    })
    expect(posted()).toEqual([])
    await send({ text: '12345', idempotencyKey: 'x'.repeat(64), runConfig: { a: LONG } })
    await settle()
    expect(posted()).toHaveLength(1)
  },
)

test.each([
  [true, true, { sentBy: 'page', hostReads: 'visitor' }],
  [true, false, { sentBy: 'page' }],
  [false, true, { sentBy: 'page' }],
])(
  'only where the service (%j) and the page (%j) want it is a conversation begun that the page reads',
  async (hostReads, isWanted, custom) => {
    const { store, send, posted } = await createPage()
    store.set(learnServerFactsAtom, { hostReads })
    store.set(setWantsContentAtom, isWanted)

    await send('Hello')
    await settle()

    expect(posted()[0]?.messages.at(-1)).toMatchObject({ metadata: { custom } })
  },
)

test('a message of one person’s page is not sent in another’s name', async () => {
  const { store, send, posted } = await createPage()
  const sending = send('Cancel my order')
  void store.set(identifyAtom, { epoch: 2, mode: 'token', getToken: () => null }).catch(() => {})

  await expect(sending).rejects.toMatchObject({ code: 'destroyed' })
  await settle()
  expect(posted()).toEqual([])
})

test('a message that the page no longer waits for is not sent later', async () => {
  const { store, posted } = createUnnamed()
  const waiting = new AbortController()
  const sending = runPageCommand(store, { name: 'send', args: ['Hello'] }, waiting.signal)
  waiting.abort(new Error('too late'))
  await store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })

  await expect(sending).rejects.toThrow('too late')
  await settle()
  expect(posted()).toEqual([])
})

test('a message with a key is found in any conversation', async () => {
  const { store, send, answers, posted } = await createPage()
  const message = { text: 'Hello', newThread: true, idempotencyKey: 'once' }
  await send(message)
  await settle()
  await answers.at(-1)?.send(start('a', 'q', 'thread_7'), ...words('Yes'), FINISH)
  await settle()
  const shown = store.get(shownThreadIdAtom)

  expect(await send(message)).toEqual({ threadId: 'thread_7', messageId: 'once' })
  expect(store.get(shownThreadIdAtom)).toBe(shown)
  expect(posted()).toHaveLength(1)
})

test('a project that accepts no messages takes no message of the page', async () => {
  const { send, posted } = await createPage({ isReadOnly: true })

  await expect(send('Hello')).rejects.toMatchObject({ code: 'unavailable' })
  expect(posted()).toEqual([])
})
