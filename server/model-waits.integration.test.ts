import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../e2e/model-server/start-model-server.ts'
import { isDataChunk } from '../shared/wire/chunk.ts'
import { readWait, WAIT_TYPE } from '../shared/wire/wait-chunk.ts'
import type { Chunk } from '../shared/wire/chunk.ts'
import { createEventDecoder } from '../shared/wire/sse.ts'
import { FAILURE_TEXTS } from './models/provider-failure.ts'
import { createChatClient, rowText, userMessage, type ChatClient } from './testing/chat-client.ts'

let model: ModelServer
let alcove: AlcoveServer
let client: ChatClient

beforeAll(async () => {
  model = await startModelServer()
  alcove = await startAlcove({
    env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
  })
  client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
})
afterAll(async () => {
  await alcove?.stop()
  await model?.stop()
})

/** Each script has unique words, which identify its model calls. */
const callsOf = (script: string) => model.requests.filter(({ prompt }) => prompt === script)
const send = (thread: string, script: string, isOurs = true) =>
  client.chat({ thread, messages: [userMessage(script)], isOurs })
const isWait = (chunk: Chunk) => isDataChunk(chunk) && readWait(chunk) !== undefined

/** Reads up to the chunk about the wait. */
async function readToWait(chunks: AsyncGenerator<Chunk>) {
  for (;;) {
    const { value, done } = await chunks.next()
    if (done) throw new Error('The answer ended without a wait.')
    if (isWait(value)) return value
  }
}

/** The first reported wait of a reader that joins a running answer. */
async function followToWait(thread: string) {
  const response = await client.call(`/chat/${thread}/stream`, {
    headers: { 'alcove-stream': '1' },
  })
  async function* chunks() {
    for await (const event of response.body!.pipeThrough(createEventDecoder())) {
      if (event.type === 'chunk') yield event.chunk
    }
  }
  return readToWait(chunks())
}

test.each(['61', '3600'])(
  'a provider that wants to be left alone for %s s is not asked again, and the row says until when',
  async (seconds) => {
    const script = `status 429 retry-after=${seconds}`
    const thread = `long-${seconds}`
    const before = Date.now()

    const chunks = await Array.fromAsync((await send(thread, script)).chunks())

    expect(callsOf(script)).toHaveLength(1)
    expect(chunks.filter(isWait)).toEqual([])
    expect(chunks.at(-1)).toEqual({ type: 'error', errorText: FAILURE_TEXTS.busy })
    const content = (await client.messages(thread)).at(-1)?.content as unknown as {
      status: object
      metadata: { custom: { retryAt: string } }
    }
    expect(content.status).toMatchObject({ reason: 'error', error: FAILURE_TEXTS.busy })
    const left = Date.parse(content.metadata.custom.retryAt) - Number(seconds) * 1000
    expect(left).toBeGreaterThanOrEqual(before)
    expect(left).toBeLessThanOrEqual(Date.now())
  },
)

test('a shorter wish is waited for, told to every reader of ours, and stored nowhere', async () => {
  const script = 'status 429 retry-after=1 times=1; say Here I am'
  const chunks = (await send('short', script)).chunks()
  const wait = await readToWait(chunks)
  expect(wait).toEqual({ type: WAIT_TYPE, data: { seconds: 1 }, transient: true })

  expect(await followToWait('short')).toEqual(wait)
  const rest = await Array.fromAsync(chunks)

  expect(rest.filter(isWait).map((chunk) => 'data' in chunk && chunk.data)).toEqual([
    { seconds: 0 },
  ])
  expect(callsOf(script)).toHaveLength(2)
  const row = (await client.messages('short')).at(-1)
  expect(rowText(row)).toBe('Here I am')
  expect(JSON.stringify(row)).not.toMatch(/wait|retryAt/i)
})

/** An answer that its caller stores itself, as published clients request it. */
async function askUnsaved(script: string): Promise<Chunk[]> {
  const messages = [{ role: 'user', content: [{ type: 'text', text: script }] }]
  const body = JSON.stringify({ assistant_id: 'default', messages })
  const headers = { accept: 'text/event-stream' }
  const response = await client.call('/runs/stream', { method: 'POST', body, headers })
  const events = await Array.fromAsync(response.body!.pipeThrough(createEventDecoder()))
  return events.flatMap((event) => (event.type === 'chunk' ? [event.chunk] : []))
}

test.each([
  [
    'chat',
    async (script: string) => Array.fromAsync((await send('foreign', script, false)).chunks()),
  ],
  ['run that it stores itself', askUnsaved],
])('a reader of a %s that is not ours hears nothing of a wait but its end', async (name, ask) => {
  const script = `status 429 retry-after=1 times=1; say Here for you and your ${name}`

  const chunks = await ask(script)

  expect(callsOf(script)).toHaveLength(2)
  expect(chunks.filter(isDataChunk)).toEqual([])
  expect(chunks.map(({ type }) => type)).toContain('text-delta')
})

test('a stop ends a wait at once, and takes the message back (R12)', async () => {
  const script = 'status 429 retry-after=60 times=1; say Never said'
  const message = userMessage(script)
  const chunks = (await client.chat({ thread: 'stopped', messages: [message] })).chunks()
  expect(await readToWait(chunks)).toMatchObject({ data: { seconds: 60 } })

  const { removed } = await client.stop('stopped')

  expect(removed.map(({ external_id }) => external_id)).toEqual([message.id])
  expect((await Array.fromAsync(chunks)).at(-1)).toEqual({ type: 'abort' })
  expect(callsOf(script)).toHaveLength(1)
  expect(await client.messages('stopped')).toEqual([])
})
