// @vitest-environment node
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import type { Chunk } from '../../../shared/wire/chunk.ts'
import { encodeChunk } from '../../../shared/wire/sse.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import {
  EMPTY_BODY_TEXT,
  ENDPOINT_ERROR_MAX_CHARACTERS,
  ENDPOINT_OPEN_TIMEOUT_MS,
} from './endpoint-transport.ts'
import { FINISH, words } from '../fake-cloud.test-support.ts'
import { FOREIGN_SILENCE_MAX_MS } from '../read-stream.ts'
import { createSiteWorld, finish, streamOf, URL_OF_SITE } from '../site-world.test-support.ts'
import { STEPS_MOST } from '../tool-desk.ts'
import { createToolRegistry } from '../tools/tool-registry.ts'
import { createToolRunner } from '../tools/tool-runner.ts'

const ALLOWED = { text: 'Hello' }

test('posts the whole messages, without token or cookie (7.43)', async () => {
  const { world, sent } = createSiteWorld(() => streamOf(...words('Hi'), FINISH), {
    readContext: () => ({
      system: 'Be kind.',
      callSettings: { temperature: 0 },
      tools: { look: { parameters: {} } },
    }),
  })
  world.session.send({ text: 'Hello', runConfig: { mode: 'fast' } })
  await finish(world)
  world.session.send({ text: 'More' })
  await finish(world)

  const [first, second] = sent
  expect(first?.url).toBe(URL_OF_SITE)
  expect(first?.init).toMatchObject({ method: 'POST', credentials: 'omit' })
  expect([...new Headers(first?.init.headers).keys()]).toEqual(['content-type'])
  expect(first?.body).toEqual({
    callSettings: { temperature: 0 },
    system: 'Be kind.',
    tools: { look: { parameters: {} } },
    id: 'thread_1',
    messages: [{ id: world.path[0]?.id, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
    trigger: 'submit-message',
    metadata: { mode: 'fast' },
  })
  expect(second?.body['messages']).toMatchObject([
    { role: 'user', parts: [{ text: 'Hello' }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'Hi' }] },
    { role: 'user', parts: [{ text: 'More' }] },
  ])
  expect(world.lines.at(-1)).toBe('assistant: Hi')
})

test('names the answer that is made again, and what stands before it (7.43)', async () => {
  const { world, sent } = createSiteWorld(() => streamOf(...words('Hi'), FINISH))
  world.session.send(ALLOWED)
  await finish(world)
  const old = world.path[1]?.id ?? ''

  world.session.reload(old)
  await finish(world)

  expect(sent[1]?.body).toMatchObject({ trigger: 'regenerate-message', messageId: old })
  expect(sent[1]?.body['messages']).toHaveLength(1)
  expect(world.branches).toEqual({ Hi: '2/2' })
})

test.each([
  [
    'the whole text of a failed answer',
    new Response('No more today.', { status: 429 }),
    'No more today.',
  ],
  [
    'the status of one without text',
    new Response('', { status: 502 }),
    ERROR_TEXTS.requestFailed(502, ''),
  ],
  ['a text for one without a body', new Response(null, { status: 200 }), EMPTY_BODY_TEXT],
  ['the text of an error chunk', streamOf({ type: 'error', errorText: 'Busy.' }), 'Busy.'],
])('shows %s as the answer’s error', async (_, response, text) => {
  const { world } = createSiteWorld(() => response)

  world.session.send(ALLOWED)
  await finish(world)

  expect(world.lines).toEqual(['user: Hello', 'assistant: '])
  expect(world.path[1]?.status).toEqual({ type: 'incomplete', reason: 'error', error: text })
  expect(world.unsent.size).toBe(0)
  expect(world.isRunning).toBe(false)
})

test('tells the page of a proxy to the console alone', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const page = '<html>\r\n<head><title>504 Gateway Time-out</title></head>'
  const { world } = createSiteWorld(() => new Response(page, { status: 504 }))

  world.session.send(ALLOWED)
  await finish(world)

  expect(world.path[1]?.status).toMatchObject({
    error: 'Request failed with status 504, a page of HTML or XML',
  })
  expect(warn.mock.calls).toEqual([[ERROR_TEXTS.requestFailed(504, page)]])
})

test.each([
  ['instead of an answer', ''],
  ['in the middle of one', words('Half').map(encodeChunk).join('')],
])('a page with status 200 %s is an interrupted connection', async (_, start) => {
  const page = `${start}<!doctype html>\n<html><body>Sign in to this network</body></html>\n`
  const { world } = createSiteWorld(() => new Response(page))

  world.session.send(ALLOWED)
  await finish(world)

  expect(world.path[1]?.status).toMatchObject({ error: { code: 'interrupted' } })
  expect(JSON.stringify(world.path)).not.toContain('html')
})

test.each([ENDPOINT_ERROR_MAX_CHARACTERS, ENDPOINT_ERROR_MAX_CHARACTERS + 1])(
  'of a failed answer with %i characters it shows what fits',
  async (length) => {
    const { world } = createSiteWorld(() => new Response('x'.repeat(length), { status: 500 }))
    world.session.send(ALLOWED)
    await finish(world)

    const status = world.path[1]?.status
    const error = status?.type === 'incomplete' ? status.error : undefined
    expect(error).toHaveLength(ENDPOINT_ERROR_MAX_CHARACTERS)
  },
)

test('keeps what came of a stream that was cut, and makes it again', async () => {
  let count = 0
  const { world, sent } = createSiteWorld(() => {
    count += 1
    const cut = new Response(words('Half').map(encodeChunk).join(''))
    return count === 1 ? cut : streamOf(...words('Whole'), FINISH)
  })
  world.session.send(ALLOWED)
  await finish(world)
  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.path[1]?.status).toMatchObject({ error: { code: 'interrupted' } })

  world.session.retry(world.path[1]?.id ?? '')
  await finish(world)

  expect(sent[1]?.body['trigger']).toBe('regenerate-message')
  expect(world.lines).toEqual(['user: Hello', 'assistant: Whole'])
})

test('keeps a message that the endpoint never got, to be sent again', async () => {
  let isOnline = false
  const { world, sent } = createSiteWorld(() => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return streamOf(...words('Hi'), FINISH)
  })
  world.session.send(ALLOWED)
  await finish(world)
  expect(world.unsent.size).toBe(1)

  isOnline = true
  world.session.retry(world.path[0]?.id ?? '')
  await finish(world)

  expect(sent[1]?.body).toEqual(sent[0]?.body)
  expect(world.lines).toEqual(['user: Hello', 'assistant: Hi'])
})

test('gives up an endpoint that does not begin, not a millisecond early', async () => {
  const { world, clock } = createSiteWorld(() => new Promise(() => {}))
  world.session.send(ALLOWED)
  await finish(world)

  await clock.advance(ENDPOINT_OPEN_TIMEOUT_MS - 1)
  expect(world.isRunning).toBe(true)
  await clock.advance(1)

  expect(world.isRunning).toBe(false)
  expect(world.failures).toMatchObject([{ during: 'send', error: { code: 'call_timeout' } }])
})

test('gives up an answer that falls silent, but lets a model think', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(words('Half').map(encodeChunk).join('')))
    },
  })
  const { world, clock } = createSiteWorld(() => new Response(body))
  world.session.send(ALLOWED)
  await finish(world)

  await clock.advance(FOREIGN_SILENCE_MAX_MS - 1)
  expect(world.isRunning).toBe(true)
  await clock.advance(1)
  await settle()

  expect(world.isRunning).toBe(false)
  expect(world.path[1]?.status).toMatchObject({ error: { code: 'interrupted' } })
})

test('a stop leaves the stream, and no other call is made', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(words('Half').map(encodeChunk).join('')))
    },
  })
  const { world, sent } = createSiteWorld(() => new Response(body))
  world.session.send(ALLOWED)
  await finish(world)

  world.session.stop()
  world.session.stop()
  await finish(world)

  expect(sent[0]?.init.signal?.aborted).toBe(true)
  expect(world.cloud.stops).toEqual([])
  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.path[1]?.status).toEqual({ type: 'incomplete', reason: 'cancelled' })
})

test('a stop before the first word takes the message back', async () => {
  const { world } = createSiteWorld(() => new Promise(() => {}))
  world.session.send(ALLOWED)
  await finish(world)

  world.session.stop()
  await finish(world)

  expect(world.lines).toEqual([])
  expect(world.returned).toEqual(['Hello'])
  expect(world.cloud.to('createMessage')).toEqual([])
})

const callOf = (toolCallId: string): Chunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName: 'look',
  input: {},
})

/** The same with a tool of the page. `answer` returns the endpoint's first, second, … answer. */
async function createToolSite(answer: (count: number) => readonly Chunk[]) {
  const registry = createToolRegistry()
  const look = { type: 'run', approval: 'never', parameters: {}, execute: () => 'here' } as const
  registry.register('look', look)
  const site = createSiteWorld(() => streamOf(...answer(site.sent.length)), {
    createToolRunner: (listeners) =>
      createToolRunner({ ...listeners, tools: registry, clock: site.clock }),
  })
  await import('@cfworker/json-schema')
  return site
}

test('goes on with the whole answer and the results of its calls', async () => {
  const { world, sent } = await createToolSite((count) =>
    count === 1
      ? [...words('Let me look.'), callOf('c'), { type: 'finish' }]
      : [{ type: 'start-step' }, ...words('It is here.'), FINISH],
  )
  world.session.send(ALLOWED)
  await finish(world)
  await finish(world)

  const answer = world.path[1]
  expect(sent[1]?.body).toMatchObject({ trigger: 'submit-message', messageId: answer?.id })
  expect(sent[1]?.body['messages']).toEqual([
    expect.objectContaining({ role: 'user' }),
    {
      id: answer?.id,
      role: 'assistant',
      parts: [
        { type: 'text', text: 'Let me look.' },
        {
          type: 'tool-look',
          toolCallId: 'c',
          input: {},
          state: 'output-available',
          output: 'here',
        },
      ],
    },
  ])
  expect(world.path).toHaveLength(2)
  expect(answer?.content.at(-1)).toMatchObject({ type: 'text', text: 'It is here.' })
  expect(answer?.status?.type).toBe('complete')
  // Once, when nothing waited any more.
  expect(world.cloud.to('createMessage')).toHaveLength(2)
})

describe.each([
  ['says where its steps begin', [{ type: 'start-step' }]],
  ['does not say where its steps begin', []],
] as const)('an endpoint that calls a tool of the page and %s', (_, begin) => {
  const ask = async (calls: number) => {
    const { world, sent } = await createToolSite((count) =>
      count <= calls
        ? [...begin, callOf(`c${count}`), { type: 'finish' }]
        : [...begin, ...words('Done.'), FINISH],
    )
    world.session.send(ALLOWED)
    await expect
      .poll(async () => {
        await finish(world)
        return world.isRunning
      })
      .toBe(false)
    return { sent, answer: world.path[1], saves: world.cloud.to('createMessage') }
  }

  test('gets the last step that an answer may have', async () => {
    const { sent, answer, saves } = await ask(STEPS_MOST - 1)

    expect(sent).toHaveLength(STEPS_MOST)
    expect(answer?.status?.type).toBe('complete')
    expect(saves).toHaveLength(2)
  })

  test('does not get another one: the answer ends, with what its calls gave', async () => {
    const { sent, answer, saves } = await ask(STEPS_MOST)

    expect(sent).toHaveLength(STEPS_MOST)
    expect(answer?.status).toEqual({ type: 'incomplete', reason: 'tool-calls' })
    expect(answer?.content.at(-1)).toMatchObject({ result: 'here' })
    expect(saves).toHaveLength(2)
  })
})

test('warns of what it does not know of an answer, once, and shows the rest (8.14)', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const unknown = { type: 'hologram' } as unknown as Chunk
  const { world } = createSiteWorld(() => streamOf(unknown, unknown, ...words('Hi'), FINISH))

  world.session.send(ALLOWED)
  await finish(world)

  expect(warn.mock.calls).toEqual([[THREAD_TEXTS.unsupportedPartOrChunk('hologram')]])
  expect(world.lines).toEqual(['user: Hello', 'assistant: Hi'])
})

test('an endpoint hears who is said to write (3.50)', async () => {
  const { world, sent } = createSiteWorld(() => streamOf(...words('Yes'), FINISH))

  world.session.send({ text: 'Be brief.', role: 'system' })
  await finish(world)

  expect(sent[0]?.body['messages']).toMatchObject([{ role: 'system' }])
})

test('gets the files that stand among the words of a message, also after an edit (B05)', async () => {
  const content = [
    { type: 'text', text: 'Look' },
    { type: 'image', image: 'data:image/webp;base64,AA', filename: 'a.webp' },
    { type: 'file', data: 'https://x.example/a.csv', mimeType: 'text/csv' },
    { type: 'audio', audio: { data: 'AA', format: 'wav' } },
  ]
  const { world, sent } = createSiteWorld(() => streamOf(...words('Yes'), FINISH), { isNew: false })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const row = {
    id: 'msg_1',
    externalId: null,
    parentId: null,
    createdAt: '2026-11-21T00:00:00.000Z',
    format: 'aui/v0',
    content: { role: 'user', content, metadata: {} },
  }
  world.cloud.pages.set(null, { rows: [row], unreadable: [], next: null })
  await world.session.load()

  world.session.edit('msg_1', { text: 'Look again' })
  await finish(world)

  expect(sent[0]?.body['messages']).toMatchObject([
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'Look again' },
        {
          type: 'file',
          url: 'data:image/webp;base64,AA',
          filename: 'a.webp',
          mediaType: 'image/png',
        },
        { type: 'file', url: 'https://x.example/a.csv', mediaType: 'text/csv' },
      ],
    },
  ])
  // The shown message keeps all its parts, also those without a form in calls.
  expect(world.path[0]?.content.map(({ type }) => type)).toEqual(['text', 'image', 'file', 'audio'])
})
