import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createChatCompletions } from '../../e2e/model-server/chat-completions.ts'
import type { Dialect } from '../../e2e/model-server/dialect.ts'
import { createMessages } from '../../e2e/model-server/messages.ts'
import { createResponses } from '../../e2e/model-server/responses.ts'
import { createRandom } from '../testing/create-random.ts'
import { DIALECTS } from '../testing/dialects/dialects.ts'
import { EVENT_BYTES_MAX, type BodyFilter } from './event-reader.ts'
import type { Protocol } from './mend-event.ts'
import { MENDERS } from './menders.ts'
import { readProviderEvent } from './provider-events.ts'
import { createWordsAhead } from './words-ahead.ts'

type Fetch = typeof globalThis.fetch

const GOES_ON = new AbortController().signal

type Provider = readonly [
  name: string,
  protocol: Protocol,
  createDialect: (model: string) => Dialect,
  createModel: (fetch: Fetch) => LanguageModelV4,
]

const PROVIDERS: readonly Provider[] = [
  [
    'chat completions',
    'chat',
    createChatCompletions,
    (fetch: Fetch) => createOpenAICompatible({ name: 'x', baseURL: 'http://x', fetch })('m'),
  ],
  [
    'messages',
    'messages',
    createMessages,
    (fetch: Fetch) => createAnthropic({ apiKey: 'x', fetch })('m'),
  ],
  [
    'responses',
    'responses',
    createResponses,
    (fetch: Fetch) => createOpenAI({ apiKey: 'x', fetch }).responses('m'),
  ],
]

/** Words ahead of an answer in which nothing is odd. */
const createAhead = (protocol: Protocol) =>
  createWordsAhead({
    createMender: MENDERS[protocol],
    onOdd: (words) => expect.unreachable(words),
    onUnreadable: () => expect.unreachable('an event cannot be read'),
  })

/** Bytes in order; at `null` the package gets time to emit its input. */
type Pieces = readonly (Buffer | null)[]

/** An answer's parts, with the words of one part joined, and the number of bytes that the package got. */
async function read([, protocol, , createModel]: Provider, pieces: Pieces, isAhead: boolean) {
  const words = createAhead(protocol)
  const filter: BodyFilter = isAhead
    ? words.createFilter()
    : { push: (piece) => piece, end: () => undefined }
  let passedBytes = 0
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const pass = (bytes: Buffer | undefined) => {
        if (!bytes) return
        passedBytes += bytes.length
        controller.enqueue(bytes)
      }
      for (const piece of pieces) {
        if (piece) pass(filter.push(piece))
        else for (let turn = 0; turn < 5; turn += 1) await nextTurn()
      }
      pass(filter.end(true))
      controller.close()
    },
  })
  const headers = { 'content-type': 'text/event-stream' }
  const fetch: Fetch = () => Promise.resolve(new Response(body, { headers }))
  const { stream } = await createModel(fetch).doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    tools: [{ type: 'function', name: 'find', inputSchema: { type: 'object' } }],
  })
  const parts: Record<string, unknown>[] = []
  const ids: unknown[] = []
  for await (const part of words.merge(stream, GOES_ON)) {
    const { type, id, delta, finishReason, usage, toolName, input } = part as Record<
      string,
      unknown
    >
    // A package makes up ids for new parts, which are compared by their order.
    if (id !== undefined && !ids.includes(id)) ids.push(id)
    const known = { type, id: ids.indexOf(id), finishReason, usage, toolName, input }
    const last = parts.at(-1)
    if (last && last['type'] === type && last['id'] === known.id && typeof delta === 'string') {
      last['delta'] = String(last['delta']) + delta
    } else parts.push({ ...known, delta })
  }
  return { parts, passedBytes }
}

const WORDS = [
  'Hello',
  ' wörld',
  ' 👋🏽',
  '\n\n',
  'data: {"not":"an event"}\n\n',
  '',
  ' \u2028',
  'x'.repeat(500),
]

/** An answer with all kinds of a provider's events, in random order. */
function createEvents(dialect: Dialect, random: () => number): string[] {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const events = [...dialect.open()]
  for (let section = 0; section < 4; section += 1) {
    const kind = pick(['text', 'text', 'reasoning', 'tool'] as const)
    const words = Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(WORDS))
    if (kind === 'text') events.push(...words.flatMap((each) => dialect.text(each)))
    if (kind === 'reasoning') events.push(...words.flatMap((each) => dialect.reasoning(each)))
    if (kind === 'tool')
      events.push(...dialect.tool(`call-${section}`, 'find', '{"a":1}', '{"a":1}'))
    if (random() < 0.2) events.push(': a comment\n\n')
  }
  return [...events, ...dialect.finish('stop', { input: 3, output: 5 })]
}

function cut(text: string, random: () => number): Pieces {
  const bytes = Buffer.from(text)
  const pieces: (Buffer | null)[] = []
  const size = random() < 0.5 ? 40 : 400
  for (let at = 0; at < bytes.length;) {
    const next = at + 1 + Math.floor(random() * size)
    pieces.push(bytes.subarray(at, next))
    if (random() < 0.7) pieces.push(null)
    at = next
  }
  return pieces
}

test.each(PROVIDERS)(
  '%s: the same answer comes, in the same order, however its bytes are cut',
  async (...provider) => {
    const [, , createDialect] = provider
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = createRandom(seed)
      const text = createEvents(createDialect('m'), random).join('')
      const pieces = cut(random() < 0.3 ? text.replaceAll('\n\n', '\r\n\r\n') : text, random)

      const plain = await read(provider, pieces, false)
      const ahead = await read(provider, pieces, true)

      expect(ahead.parts, `seed ${seed}`).toEqual(plain.parts)
    }
  },
)

test.each(PROVIDERS)('%s: words go ahead once the first ones were said', async (...provider) => {
  const [, , createDialect] = provider
  const dialect = createDialect('m')
  const texts = Array.from({ length: 50 }, (_, index) => `word${index} `)
  const events = [
    ...dialect.open(),
    ...texts.flatMap((text) => dialect.text(text)),
    ...dialect.finish('stop', { input: 3, output: 5 }),
  ]
  const pieces = events.flatMap((event) => [Buffer.from(event), null])

  const plain = await read(provider, pieces, false)
  const ahead = await read(provider, pieces, true)

  expect(ahead.parts).toEqual(plain.parts)
  // The package got the first word, and all others at once.
  expect(ahead.passedBytes).toBeLessThan(plain.passedBytes / 4)
})

const PROVIDER_OF: Readonly<Record<(typeof DIALECTS)[number]['protocol'], Provider>> = {
  chat: PROVIDERS[0]!,
  anthropic: PROVIDERS[1]!,
  responses: PROVIDERS[2]!,
}
const textOf = (pieces: readonly unknown[]) => pieces.filter((piece) => typeof piece === 'string')
const FIFTY_WORDS = Array.from({ length: 50 }, (_, index) => `word${index} `)

test.each(
  DIALECTS.flatMap((dialect) =>
    [dialect.text, dialect.reasoning].flatMap((write, index) =>
      write ? [[dialect.server, index === 0 ? 'words' : 'thoughts', dialect, write] as const] : [],
    ),
  ),
)('%s: the other fields of %s hold none back', async (server, kind, dialect, write) => {
  const events = [
    ...textOf(dialect.open),
    ...textOf(write(FIFTY_WORDS)),
    ...textOf(dialect.end('stop')),
  ]
  const pieces = events.flatMap((each) => [Buffer.from(each), null])
  const provider = PROVIDER_OF[dialect.protocol]

  const plain = await read(provider, pieces, false)
  const ahead = await read(provider, pieces, true)

  expect(ahead.parts).toEqual(plain.parts)
  const goesAhead = ahead.passedBytes < plain.passedBytes / 2
  expect(goesAhead).toBe(!HELD_BACK.has(`${server}, ${kind}`))
})

/** Each event has sources; a thought is a list of parts. */
const HELD_BACK = new Set(['Perplexity, words', 'Perplexity, thoughts', 'Mistral, thoughts'])

test('an event with content besides words goes to the package', async () => {
  const contents = [
    { citations: ['https://a.example'] },
    { choices: [{ message: { content: 'Word' } }] },
    { choices: [{ finish_reason: 'stop' }] },
    ...['refusal', 'annotations', 'images', 'tool_calls'].map((name) => ({
      choices: [{ delta: { [name]: name === 'refusal' ? 'No.' : [{}] } }],
    })),
  ]
  for (const fields of contents) {
    const [choice] = 'choices' in fields ? fields.choices : []
    const delta = { content: 'word ', ...(choice && 'delta' in choice ? choice.delta : {}) }
    const event = { ...fields, choices: [{ index: 0, ...choice, delta }] }

    expect(readProviderEvent(event)).toEqual({ spoken: 'refusal' in delta ? 8 : 5 })
  }
  const harmless = { content: 'word ', refusal: null, annotations: [], tool_calls: [], other: 'x' }
  expect(readProviderEvent({ choices: [{ delta: harmless, stop_reason: 1 }], usage: {} })).toEqual({
    spoken: 5,
    words: expect.objectContaining({ text: 'word ' }) as unknown,
  })
})

test('behind an event that is not known nothing goes ahead', async () => {
  const provider = PROVIDERS[1]!
  const [, , createDialect] = provider
  const dialect = createDialect('m')
  const strange =
    'data: {"type":"content_block_delta","index":0,"delta":{"type":"compaction_delta","content":"?"}}\n\n'
  const events = [
    ...dialect.open(),
    ...dialect.text('one '),
    strange,
    ...['two ', 'three ', 'four '].flatMap((text) => dialect.text(text)),
    ...dialect.finish('stop', { input: 3, output: 5 }),
  ]
  const pieces = events.flatMap((event) => [Buffer.from(event), null])

  const plain = await read(provider, pieces, false)
  const ahead = await read(provider, pieces, true)

  expect(ahead.parts).toEqual(plain.parts)
  expect(ahead.passedBytes).toBe(plain.passedBytes)
})

test('nor in the steps after it, whose words nobody can tell from those that were not counted', async () => {
  const words = createAhead('messages')
  const said: unknown[] = []
  const source = createSource()
  const reading = (async () => {
    for await (const { delta } of words.merge(source.parts, GOES_ON)) said.push(delta)
  })()
  const send = (event: object) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
  const event = (text: string) =>
    send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })

  const first = words.createFilter()
  first.push(event('one '))
  const delta = { type: 'compaction_delta', content: '12345' }
  first.push(send({ type: 'content_block_delta', index: 0, delta }))
  await source.say('one ')
  await source.say('12345')
  const second = words.createFilter()
  second.push(event('words'))
  second.push(event(' go'))
  await source.say('words')
  await source.say(' go')
  source.end()
  await reading

  expect(said).toEqual(['one ', '12345', 'words', ' go'])
})

/** A stream to which a test sends words one by one. */
function createSource() {
  const { readable, writable } = new TransformStream<{
    type: 'text-delta'
    id: string
    delta: string
  }>()
  const writer = writable.getWriter()
  return {
    parts: readable,
    async say(delta: string) {
      void writer.write({ type: 'text-delta', id: 't', delta })
      await nextTurn()
    },
    end: () => void writer.close(),
  }
}

test.each([EVENT_BYTES_MAX, EVENT_BYTES_MAX + 1])('an event of %i bytes comes whole', (length) => {
  const filter = createAhead('chat').createFilter()
  const event = Buffer.from('data: {"choices":[],"filler":"'.padEnd(length - 2, 'x') + '"}')

  const first = filter.push(event)
  const second = filter.push(Buffer.from('\n\n'))
  const passed = Buffer.concat(
    [first, second, filter.end(true)].map((each) => each ?? Buffer.alloc(0)),
  )

  expect(first === undefined).toBe(length === EVENT_BYTES_MAX)
  expect(passed.length).toBe(length + 2)
})

test('whoever stops is not kept waiting by a provider that says nothing', async () => {
  const stop = new AbortController()
  const source = createSource()
  const said: unknown[] = []
  async function read() {
    for await (const { delta } of createAhead('chat').merge(source.parts, stop.signal)) {
      said.push(delta)
      setImmediate(() => stop.abort(new Error('stopped')))
    }
  }
  const ended = read().catch((error: unknown) => error)
  await source.say('one ')

  expect(await ended).toMatchObject({ message: 'stopped' })
  expect(said).toEqual(['one '])
})
