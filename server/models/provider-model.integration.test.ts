import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { parseChunk } from '../../shared/wire/chunk.ts'
import { createModel } from './create-assistants.ts'
import { FAILURE_TEXTS, type FailureKind } from './provider-failure.ts'
import type { ModelLogEntry } from './model-log.ts'
import { askModel, createInstantClock, joinDeltas } from './testing/ask-model.ts'

const CANARY = 'canary-4f1c9a7e2b'
const PROVIDERS = ['openai-compatible', 'openai', 'anthropic'] as const

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.stop())

/** Limits are short only for faults that have to reach them. */
function connect(provider = 'openai-compatible', limits = {}, isPublic = false) {
  const log: ModelLogEntry[] = []
  const clock = createInstantClock()
  const model = createModel(
    {
      model: `${provider}/scripted`,
      providers: {
        OPENAI_BASE_URL: server.url,
        OPENAI_API_KEY: CANARY,
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: CANARY,
      },
    },
    { log: (entry) => log.push(entry), clock, limits, isPublic },
  )
  return { model, log, waits: clock.waits }
}

const errorText = (kind: FailureKind): Chunk => ({ type: 'error', errorText: FAILURE_TEXTS[kind] })

test('streams an answer with reasoning as one step', async () => {
  const { model, log } = connect()

  const chunks = await askModel(model, 'reason Let me see; say Good morning')

  expect(chunks).toEqual([
    { type: 'start-step' },
    { type: 'reasoning-start', id: 'reasoning-1' },
    { type: 'reasoning-delta', id: 'reasoning-1', delta: 'Let' },
    { type: 'reasoning-delta', id: 'reasoning-1', delta: ' me' },
    { type: 'reasoning-delta', id: 'reasoning-1', delta: ' see' },
    { type: 'reasoning-end', id: 'reasoning-1' },
    { type: 'message-metadata', messageMetadata: { reasoningMs: 0 } },
    { type: 'text-start', id: 'text-2' },
    { type: 'text-delta', id: 'text-2', delta: 'Good' },
    { type: 'text-delta', id: 'text-2', delta: ' morning' },
    { type: 'text-end', id: 'text-2' },
    { type: 'finish-step', usage: { inputTokens: 10, outputTokens: 5 } },
    {
      type: 'finish',
      messageMetadata: {
        finishReason: 'stop',
        usage: { inputTokens: 10, outputTokens: 5 },
      },
    },
  ])
  expect(log).toEqual([])
})

test('emits only chunks of our own wire format', async () => {
  const { model } = connect()

  const chunks = await askModel(model, 'reason Hm; say Yes; tool look_up {"for":"tea"}')

  expect(chunks.map(parseChunk)).toEqual(chunks)
  expect(new Set(chunks.map(({ type }) => type))).toContain('tool-input-start')
})

test('marks a call of an undeclared tool as failed, so that no turn waits for it', async () => {
  const { model } = connect()

  const chunks = await askModel(model, 'tool look_up {"for":"tea"}')

  expect(chunks).toContainEqual(
    expect.objectContaining({
      type: 'tool-input-error',
      toolCallId: 'call_1',
      toolName: 'look_up',
      input: { for: 'tea' },
    }),
  )
})

test.each(PROVIDERS)('sends the key to %s and the instructions along', async (provider) => {
  const { model } = connect(provider)

  await askModel(model, `say key of ${provider}`)

  const request = await server.requestWith(`say key of ${provider}`)
  const { authorization, 'x-api-key': apiKey } = request.headers
  expect(apiKey ?? authorization).toContain(CANARY)
  expect(await request.closed).toBe('finished')
})

test('asks OpenAI not to keep the conversation', async () => {
  const { model } = connect('openai')

  await askModel(model, 'say nothing kept')

  expect((await server.requestWith('nothing kept')).body).toMatchObject({ store: false })
})

/** The provider's faults after it sent "Hello there". */
const faultsAfterContent: readonly (readonly [string, FailureKind])[] = [
  ['cut', 'cut'],
  ['eof', 'cut'],
  ['garbage; eof', 'malformed'],
  ['error secret detail', 'down'],
  ['wait', 'stalled'],
  ['drip 20ms', 'too-slow'],
]

/** Long enough for the words before, even on a busy machine. */
const LATE_MS = 2_000

test.each(faultsAfterContent)('keeps the text before: %s', async (fault, kind) => {
  // Only a waiting phase has to end soon: words take longer on a busy machine.
  const limits =
    kind === 'stalled' ? { gapMs: LATE_MS } : kind === 'too-slow' ? { totalMs: LATE_MS } : {}
  const { model, log } = connect('openai-compatible', limits)

  const chunks = await askModel(model, `say Hello there; ${fault}`)

  expect(joinDeltas(chunks, 'text-delta')).toBe('Hello there')
  expect(chunks.slice(-2)).toEqual([{ type: 'text-end', id: 'text-1' }, errorText(kind)])
  expect(chunks.filter(({ type }) => type === 'finish' || type === 'finish-step')).toEqual([])
  const failed = log.filter(({ event }) => event !== 'model_warning')
  expect(failed).toEqual([expect.objectContaining({ event: 'model_failed', kind, attempts: 1 })])
})

test('reads on after an event that it cannot read, and logs it once', async () => {
  const { model, log } = connect()

  const chunks = await askModel(model, 'say Hello there; garbage; garbage; say , and more')

  expect(joinDeltas(chunks, 'text-delta')).toBe('Hello there, and more')
  expect(chunks.at(-1)).toMatchObject({ messageMetadata: { finishReason: 'stop' } })
  expect(log).toEqual([expect.objectContaining({ event: 'model_warning' })])
})

test.each(['openai', 'anthropic'])(
  'keeps the text of %s when its socket is cut',
  async (provider) => {
    const { model } = connect(provider)

    const chunks = await askModel(model, 'say Hello there; cut')
    const whole = await askModel(model, 'say Hello there')

    expect(joinDeltas(chunks, 'text-delta')).toBe('Hello there')
    expect(chunks.at(-1)).toEqual(errorText('cut'))
    expect(whole.at(-1)?.type).toBe('finish')
  },
)

test.each(['openai', 'anthropic'])(
  'takes no end of %s without a finish for an answer',
  async (provider) => {
    const { model } = connect(provider)

    const chunks = await askModel(model, 'say Hello there; eof')

    expect(chunks.at(-1)).toEqual(errorText('cut'))
  },
)

/** The provider's faults instead of an answer, and the number of calls. */
const faultsBeforeContent: readonly (readonly [string, FailureKind, number])[] = [
  ['status 401', 'key', 1],
  ['status 403', 'key', 1],
  ['status 402', 'credit', 1],
  ['status 404', 'model', 1],
  ['status 400', 'refused', 1],
  ['status 413', 'too-long', 1],
  ['status 429', 'busy', 3],
  ['status 500', 'down', 3],
  ['status 503', 'down', 3],
  ['status 529', 'down', 3],
  ['cut', 'cut', 3],
  ['eof', 'cut', 3],
  ['error overloaded', 'down', 3],
  ['garbage; eof', 'malformed', 1],
  ['html', 'address', 1],
  ['wait', 'timeout', 1],
  ['headers; wait', 'timeout', 1],
]

test.each(faultsBeforeContent)('answers %s with one error', async (fault, kind, attempts) => {
  const limits = kind === 'timeout' ? { firstByteMs: 150 } : {}
  const { model, log } = connect('openai-compatible', limits)

  const chunks = await askModel(model, fault)

  expect(chunks).toEqual([errorText(kind)])
  expect(log.filter(({ event }) => event !== 'model_warning')).toHaveLength(attempts)
  expect(log.at(-1)).toMatchObject({ event: 'model_failed', kind, attempts })
})

test.each(['status 401', 'status 402', 'status 404', 'html'])(
  'tells visitors of a public server that it cannot answer, and the log why: %s',
  async (fault) => {
    const { model, log } = connect('openai-compatible', {}, true)

    expect(await askModel(model, fault)).toEqual([
      {
        type: 'error',
        errorText: 'The assistant cannot answer at the moment. Try again later.',
      },
    ])
    expect(['key', 'credit', 'model', 'address']).toContain(log.at(-1)?.kind)
    // A failure that visitors can resolve has the usual text.
    const other = connect('openai-compatible', {}, true)
    expect(await askModel(other.model, 'status 413')).toEqual([errorText('too-long')])
  },
)

test.each(PROVIDERS)('never shows or logs the key that %s sends back', async (provider) => {
  const { model, log } = connect(provider)

  const chunks = await askModel(model, 'status 401')

  expect(chunks).toEqual([errorText('key')])
  expect(log).toEqual([expect.objectContaining({ status: 401, kind: 'key' })])
  expect(JSON.stringify([chunks, log])).not.toContain(CANARY)
  expect(JSON.stringify(log)).toContain('Scripted 401 for [redacted]')
})

test('follows no redirect, so the key goes nowhere else', async () => {
  const elsewhere = await startModelServer()
  const { model } = connect()

  const chunks = await askModel(model, `redirect ${elsewhere.url}/chat/completions`)
  const asked = elsewhere.requests.length
  await elsewhere.stop()

  expect(chunks).toEqual([errorText('address')])
  expect(asked).toBe(0)
})

test('says that nobody listens at the address', async () => {
  const gone = await startModelServer()
  await gone.stop()
  const model = createModel(
    { model: 'openai-compatible/any', providers: { OPENAI_BASE_URL: gone.url } },
    { clock: createInstantClock() },
  )

  expect(await askModel(model, 'say Hello')).toEqual([errorText('unreachable')])
})

test.each([
  ['length', 'length'],
  ['content_filter', 'content-filter'],
  ['stop', 'stop'],
  ['max_tokens', 'length'],
  ['end-turn', 'stop'],
])('passes the reason %s on as %s (R15)', async (reason, finishReason) => {
  const { model, log } = connect()

  const chunks = await askModel(model, `say Well; finish ${reason}`)

  expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { finishReason } })
  expect(log).toEqual([])
})

test('takes an unknown reason for the end of what was said, and for an early end of nothing', async () => {
  const { model, log } = connect()

  const said = await askModel(model, 'say Well; finish something_new')
  const silent = await askModel(model, 'finish something_new')

  expect(said.at(-1)).toMatchObject({ messageMetadata: { finishReason: 'stop' } })
  expect(silent.at(-1)).toMatchObject({ messageMetadata: { finishReason: 'other' } })
  expect(log).toEqual([
    expect.objectContaining({ event: 'model_warning', detail: expect.stringContaining('new') }),
  ])
})
