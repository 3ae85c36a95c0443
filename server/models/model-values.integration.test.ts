import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createAnthropic as createAnthropic5 } from 'anthropic-5'
import { createOpenAI as createOpenAI5 } from 'openai-5'
import { createOpenAI as createOpenAI6 } from 'openai-6'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import type { Message } from '../../shared/thread/message.ts'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { parseConfig } from '../projects/parse-config.ts'
import { createModel } from './create-assistants.ts'
import type { LanguageModelValue } from './language-model.ts'
import { systemClock } from './model-clock.ts'
import type { ModelLogEntry } from './model-log.ts'
import type { ModelRequest } from './model.ts'
import { FAILURE_TEXTS, type FailureKind } from './provider-failure.ts'
import { askModel, createInstantClock, joinDeltas, question } from './testing/ask-model.ts'

const CANARY = 'sk-canary-4f1c9a7e2b'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.stop())

const VALUES: Readonly<Record<string, (access: Access) => LanguageModelValue>> = {
  'OpenAI, AI SDK 5': (access) => createOpenAI5(access).chat('scripted'),
  'Anthropic, AI SDK 5': (access) => createAnthropic5(access)('scripted'),
  'OpenAI, AI SDK 6': (access) => createOpenAI6(access).chat('scripted'),
  'OpenAI, AI SDK 7': (access) => createOpenAI(access).chat('scripted'),
  'Anthropic, AI SDK 7': (access) => createAnthropic(access)('scripted'),
}

interface Access {
  readonly apiKey: string
  readonly baseURL: string
}

function connect(name: string, limits = {}, baseURL = server.url) {
  const log: ModelLogEntry[] = []
  const clock = createInstantClock()
  const value = VALUES[name]!({ apiKey: CANARY, baseURL })
  // Anthropic's package warns of a model whose limit it does not know.
  const note = (entry: ModelLogEntry) => entry.event === 'model_warning' || log.push(entry)
  const model = createModel({ model: value }, { log: note, clock, limits })
  return { model, log, waits: clock.waits, name: `${value.provider}/${value.modelId}` }
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const withPicture = (text: string): Message => ({
  ...question(text),
  content: [
    { type: 'image', image: `data:image/png;base64,${PIXEL}` },
    { type: 'text', text },
  ],
})

async function ask(name: string, request: ModelRequest) {
  const { model, log } = connect(name)
  const chunks = await Array.fromAsync(model.stream(request, new AbortController().signal))
  return { chunks, log }
}

describe.each(Object.keys(VALUES))('a model as a value: %s', (name) => {
  test('answers with its own words, usage and end', async () => {
    const { model, log, name: modelName } = connect(name)

    const chunks = await askModel(model, `say Hello from ${name}`)

    expect(model.name).toBe(modelName)
    expect(joinDeltas(chunks, 'text-delta')).toBe(`Hello from ${name}`)
    expect(chunks.at(-1)).toEqual({
      type: 'finish',
      messageMetadata: {
        finishReason: 'stop',
        usage: expect.objectContaining({ outputTokens: expect.any(Number) as number }) as object,
      },
    })
    expect(log).toEqual([])
  })

  test('calls a tool of the operator and reads its result', async () => {
    const tool = {
      name: 'stock',
      description: 'How many are left',
      parameters: { type: 'object', properties: { of: { type: 'string' } } },
      execute: () => ({ left: 3, of: name }),
    }
    const { chunks } = await ask(name, {
      messages: [question(`tool stock {"of":"tea"}; next; say Done by ${name}`)],
      system: 'Be brief.',
      backend: {
        tools: [tool],
        caller: { projectId: 'p', workspaceId: 'w', userId: 'u' },
        argsBytes: 1_000,
        resultBytes: 1_000,
      },
      maxSteps: 3,
    })

    expect(chunks).toContainEqual({
      type: 'tool-output-available',
      toolCallId: expect.any(String) as string,
      output: { left: 3, of: name },
    })
    expect(joinDeltas(chunks, 'text-delta')).toBe(`Done by ${name}`)
    const told = JSON.stringify(
      server.requests.findLast(({ prompt }) => prompt.endsWith(`Done by ${name}`))?.body,
    )
    expect(told).toContain('left')
    expect(told).toContain('Be brief.')
  })

  test('gets a picture of the message', async () => {
    await ask(name, { messages: [withPicture(`say seen by ${name}`)] })

    const { body } = await server.requestWith(`seen by ${name}`)
    expect(JSON.stringify(body)).toContain(PIXEL)
  })

  test('is asked again after failures, and its refusal is told without the key', async () => {
    const failing = connect(name)
    const refused = connect(name)

    const chunks = await askModel(failing.model, `status 500 times=2; say Back in ${name}`)
    const refusal = await askModel(refused.model, 'status 401')

    expect(joinDeltas(chunks, 'text-delta')).toBe(`Back in ${name}`)
    expect(failing.waits).toEqual([2000, 4000])
    expect(failing.log.map(({ event }) => event)).toEqual(['model_retry', 'model_retry'])
    expect(refusal).toEqual([{ type: 'error', errorText: FAILURE_TEXTS.key }])
    expect(refused.log).toMatchObject([
      { event: 'model_failed', model: refused.name, kind: 'key', status: 401 },
    ])
    expect(JSON.stringify(refused.log)).not.toContain(CANARY)
  })

  test('is let go when the answer is stopped', async () => {
    const { model } = connect(name)
    const abort = new AbortController()

    const messages = [question(`say Endless ${name}; wait 60s`)]
    for await (const chunk of model.stream({ messages }, abort.signal)) {
      if (chunk.type === 'text-delta') abort.abort()
    }

    expect(await (await server.requestWith(`Endless ${name}`)).closed).toBe('aborted')
  })
})

/** A port of this machine at which no program listens. */
async function findClosedPort(): Promise<number> {
  const listener = createServer().listen(0)
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}

/** Long enough for what comes before, even on a busy machine. */
const LATE_MS = 2_000

test.each<[script: string, limits: object, kind: FailureKind]>([
  ['wait', { connectMs: 0, firstByteMs: 1_000 }, 'timeout'],
  ['headers; wait', { connectMs: 0, firstByteMs: 1_000 }, 'timeout'],
  ['say Hello; wait', { gapMs: LATE_MS }, 'stalled'],
  ['say Hello; cut', { retries: 0 }, 'cut'],
])('a model as a value has the time limits of a named one: %s', async (script, limits, kind) => {
  const { model, log, name } = connect('OpenAI, AI SDK 6', limits)

  const chunks = await askModel(model, script)

  expect(chunks.at(-1)).toEqual({ type: 'error', errorText: FAILURE_TEXTS[kind] })
  expect(log.at(-1)).toMatchObject({ event: 'model_failed', model: name, kind })
  expect(await (await server.requestWith(script)).closed).toBe('aborted')
})

test('bears pauses of a model as a value that are shorter than the limits', async () => {
  const { model } = connect('OpenAI, AI SDK 6', { firstByteMs: 30_000, gapMs: 30_000 })

  const chunks = await askModel(model, 'wait 50ms; say One; wait 50ms; say Two')

  expect(chunks.at(-1)?.type).toBe('finish')
})

test('a model as a value that cannot be reached is tried again and then told as such', async () => {
  const { model, log } = connect(
    'OpenAI, AI SDK 7',
    {},
    `http://localhost:${await findClosedPort()}/v1`,
  )

  const chunks = await askModel(model, 'say Nothing')

  expect(chunks).toEqual([{ type: 'error', errorText: FAILURE_TEXTS.unreachable }])
  expect(log.map(({ event, kind }) => [event, kind])).toEqual([
    ['model_retry', 'unreachable'],
    ['model_retry', 'unreachable'],
    ['model_failed', 'unreachable'],
  ])
})

test('settings of the assistant reach a provider that the configuration names, with its headers', async () => {
  const config = {
    providers: {
      local: { baseUrl: server.url, key: CANARY, headers: { 'x-team': 'canary-team' } },
    },
    projects: {
      shop: {
        assistants: {
          default: {
            model: 'local/llama/3',
            temperature: 0.25,
            effort: 'low',
            providerOptions: { openaiCompatible: { user: 'shop' } },
          },
        },
      },
    },
  }
  const parsed = parseConfig(config, { name: 'test.ts', limits: LIMIT_DEFAULTS })
  const { model: choice, settings } = parsed.get('shop')!.assistants.get('default')!
  const log: ModelLogEntry[] = []
  const model = createModel(
    { model: choice },
    { log: (entry) => log.push(entry), clock: systemClock },
  )
  const messages = [question('say settings reach')]

  await Array.fromAsync(
    model.stream({ messages, settings: settings! }, AbortSignal.timeout(60_000)),
  )

  const request = await server.requestWith('settings reach')
  expect(model.name).toBe('local/llama/3')
  expect(request.headers).toMatchObject({
    authorization: `Bearer ${CANARY}`,
    'x-team': 'canary-team',
  })
  expect(request.body).toMatchObject({
    model: 'llama/3',
    temperature: 0.25,
    reasoning_effort: 'low',
    user: 'shop',
  })
})
