import type * as Ai from 'ai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../e2e/model-server/start-model-server.ts'

let model: ModelServer
let alcove: AlcoveServer

beforeAll(async () => {
  model = await startModelServer()
  alcove = await startAlcove({
    env: {
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
      ALCOVE_LIMITS: '{"activeRunsPerUser":2}',
    },
  })
})
afterAll(async () => {
  await alcove?.stop()
  await model?.stop()
})

/** A visitor with the chat transport of a published package, as `useChat` uses it. */
async function createVisitor(name: string) {
  const origin = `http://127.0.0.1:${alcove.port}`
  const minted = await fetch(`${origin}/v1/auth/tokens/anonymous`, { method: 'POST' })
  const { access_token: token } = (await minted.json()) as { access_token: string }
  const { DefaultChatTransport, readUIMessageStream } = (await import(name)) as typeof Ai
  const transport = new DefaultChatTransport({
    api: `${origin}/v1/chat`,
    headers: { Authorization: `Bearer ${token}` },
  })
  type Stream = Awaited<ReturnType<typeof transport.sendMessages>>
  async function textOf(stream: Stream) {
    let text = ''
    for await (const { parts } of readUIMessageStream({ stream })) {
      text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    }
    return text
  }
  const send = (chatId: string, text: string, abortSignal?: AbortSignal) =>
    transport.sendMessages({
      trigger: 'submit-message',
      chatId,
      messageId: undefined,
      messages: [{ id: 'question', role: 'user', parts: [{ type: 'text', text }] }],
      abortSignal,
    })
  return {
    textOf,
    send,
    resume: (chatId: string) => transport.reconnectToStream({ chatId }),
    /** Sends, reads the first words, and leaves, as a stop and a reloaded page do. */
    async sendAndLeave(chatId: string, text: string) {
      const leaving = new AbortController()
      const reader = (await send(chatId, text, leaving.signal)).getReader()
      for (;;) {
        const { value } = await reader.read()
        if (value?.type === 'text-delta') break
      }
      leaving.abort()
    },
  }
}

test.each(['ai-5', 'ai-6', 'ai'])(
  '%s resumes an answer after its page was loaded',
  async (name) => {
    const { sendAndLeave, resume, textOf } = await createVisitor(name)
    await sendAndLeave('local', `say One; hold ${name}; say two`)

    const stream = await resume('local')
    model.release(name)

    expect(await textOf(stream!)).toBe('Onetwo')
    expect(await resume('local')).toBeNull()
  },
)

test.each(['ai-5', 'ai-6', 'ai'])('%s resumes nothing where there is no thread', async (name) => {
  const { resume, send, textOf } = await createVisitor(name)
  const other = await createVisitor(name)

  expect(await resume('never-seen')).toBeNull()
  const running = await send('mine', `say One; hold foreign-${name}; say two`)
  expect(await other.resume('mine')).toBeNull()
  const own = await resume('mine')
  expect(own).not.toBeNull()
  await own!.cancel()
  model.release(`foreign-${name}`)
  expect(await textOf(running)).toBe('Onetwo')
})

const requestOf = (prompt: string) => model.requests.find((each) => each.prompt === prompt)!

test.each(['ai-5', 'ai-6', 'ai'])('%s stops, stops and sends', async (name) => {
  const { sendAndLeave, send, textOf } = await createVisitor(name)
  const script = (word: string) => `say ${word}-${name}; wait; say never`

  // In one thread the next call ends the one before.
  await sendAndLeave('one', script('first'))
  await sendAndLeave('one', script('second'))
  const first = requestOf(script('first'))
  await first.closed
  expect(first.state).toBe('aborted')

  // In other threads it needs the place of an unread one.
  await sendAndLeave('two', script('third'))
  expect(await textOf(await send('three', 'say Done'))).toBe('Done')
  await requestOf(script('second')).closed
  expect(requestOf(script('second')).state).toBe('aborted')
  expect(requestOf(script('third')).state).toBe('open')
})

test('two answers that are read leave no place for a third', async () => {
  const { send, textOf } = await createVisitor('ai')
  const read = await Promise.all(['a', 'b'].map((id) => send(id, 'say One; hold places; say two')))

  await expect(send('c', 'say Done')).rejects.toThrow('Too many answers')

  model.release('places')
  expect(await Promise.all(read.map(textOf))).toEqual(['Onetwo', 'Onetwo'])
})
