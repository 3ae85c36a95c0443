import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { isDataChunk } from '../../shared/wire/chunk.ts'
import { readWait, startingChunk, waitChunk } from '../../shared/wire/wait-chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createModel } from './create-assistants.ts'
import { FAILURE_TEXTS } from './provider-failure.ts'
import { systemClock } from './model-clock.ts'
import { askModel, createInstantClock, joinDeltas, question } from './testing/ask-model.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.stop())

const NEVER = new AbortController().signal

function connect(limits = {}, clock = createInstantClock()) {
  const model = createModel(
    { model: 'openai-compatible/scripted', providers: { OPENAI_BASE_URL: server.url } },
    { clock, limits },
  )
  return { model, waits: clock.waits }
}

test('answers after as many failures as there are retries (R12)', async () => {
  const { model, waits } = connect()

  const chunks = await askModel(model, 'status 500 times=2; say Here I am')

  expect(joinDeltas(chunks, 'text-delta')).toBe('Here I am')
  expect(chunks.filter(({ type }) => type === 'start-step')).toHaveLength(1)
  expect(waits).toEqual([2000, 4000])
})

test('gives up after one failure more', async () => {
  const { model, waits } = connect()

  const chunks = await askModel(model, 'status 500 times=3; say Too late')

  expect(chunks).toEqual([{ type: 'error', errorText: FAILURE_TEXTS.down }])
  expect(waits).toEqual([2000, 4000])
})

test('never tries again once there was content (R12)', async () => {
  const { model, waits } = connect()

  await askModel(model, 'say only once; cut')

  expect(server.requests.filter(({ prompt }) => prompt === 'say only once; cut')).toHaveLength(1)
  expect(waits).toEqual([])
})

test.each([
  ['0', 0, []],
  ['1', 1000, [1, 0]],
  ['11', 11_000, [11, 6, 1, 0]],
  ['60', 60_000, [60, 55, 50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 0]],
  ['soon', 2000, []],
])('waits as Retry-After %s asks, and says how long', async (value, expected, told) => {
  const { model, waits } = connect()

  const chunks = await askModel(model, `status 429 retry-after=${value} times=1; say Fine`)

  expect(joinDeltas(chunks, 'text-delta')).toBe('Fine')
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(expected)
  expect(chunks.filter(isDataChunk).map(readWait)).toEqual(told)
})

test.each([
  ['61', 61_000],
  ['3600', 3_600_000],
  ['604800', 604_800_000],
])(
  'does not wait where Retry-After is %s, and says from when on (R12)',
  async (value, expected) => {
    const { model, waits } = connect()
    const before = Date.now()

    const chunks = await askModel(model, `status 429 retry-after=${value}`)

    expect(waits).toEqual([])
    expect(server.requests.filter(({ prompt }) => prompt.endsWith(`=${value}`))).toHaveLength(1)
    const retryAt: unknown = expect.any(String)
    expect(chunks).toEqual([
      { type: 'message-metadata', messageMetadata: { retryAt } },
      { type: 'error', errorText: FAILURE_TEXTS.busy },
    ])
    const [first] = chunks as [{ messageMetadata: { retryAt: string } }, Chunk]
    const at = Date.parse(first.messageMetadata.retryAt) - expected
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  },
)

test.each(['604801', '9'.repeat(400)])(
  'does not wait where Retry-After is %s, and names no time so far away',
  async (value) => {
    const { model, waits } = connect()

    const chunks = await askModel(model, `status 429 retry-after=${value}`)

    expect(waits).toEqual([])
    expect(chunks).toEqual([{ type: 'error', errorText: FAILURE_TEXTS.busy }])
  },
)

test('says from when on when the last try is refused as well', async () => {
  const { model, waits } = connect()

  const chunks = await askModel(model, 'status 429 retry-after=3')

  expect(waits).toEqual([3000, 3000])
  expect(chunks.map(({ type }) => type).slice(-2)).toEqual(['message-metadata', 'error'])
})

test('ends a wait before a retry when it is stopped', async () => {
  const abort = new AbortController()
  const model = createModel(
    { model: 'openai-compatible/scripted', providers: { OPENAI_BASE_URL: server.url } },
    { clock: systemClock, log: () => abort.abort() },
  )

  const chunks = await askModel(model, 'status 500 retry-after=60', abort.signal)

  expect(chunks.filter((chunk) => !isDataChunk(chunk))).toEqual([])
})

test('closes the socket of the provider when it is stopped in the middle (R05)', async () => {
  const { model } = connect()
  const abort = new AbortController()
  const types: string[] = []

  const stream = model.stream({ messages: [question('say Never ending; wait 30s')] }, abort.signal)
  for await (const chunk of stream) {
    types.push(chunk.type)
    if (chunk.type === 'text-delta') abort.abort()
  }
  const request = await server.requestWith('Never ending')

  expect(await request.closed).toBe('aborted')
  expect(types.at(-1)).toBe('text-delta')
})

test('closes the socket of the provider when it is stopped before the first byte', async () => {
  const { model } = connect()
  const abort = new AbortController()

  const answer = askModel(model, 'wait 31s', abort.signal)
  const request = await server.requestWith('wait 31s')
  abort.abort()

  expect(await answer).toEqual([])
  expect(await request.closed).toBe('aborted')
})

test('closes the socket of the provider when the reader just leaves', async () => {
  const { model } = connect()
  const stream = model.stream(
    { messages: [question('say Left alone; wait 32s')] },
    new AbortController().signal,
  )

  for await (const chunk of stream) if (chunk.type === 'text-delta') break

  expect(await (await server.requestWith('Left alone')).closed).toBe('aborted')
})

test('closes the socket of a provider that reports an error', async () => {
  const { model } = connect()

  const chunks = await askModel(model, 'say Nonsense; error broken; wait 33s')

  expect(chunks.at(-1)).toEqual({ type: 'error', errorText: FAILURE_TEXTS.down })
  expect(await (await server.requestWith('Nonsense')).closed).toBe('aborted')
})

test('makes no call when it was stopped beforehand', async () => {
  const { model } = connect()

  expect(await askModel(model, 'say never asked', AbortSignal.abort())).toEqual([])
  expect(server.requests.filter(({ prompt }) => prompt.includes('never asked'))).toEqual([])
})

test('uses a connection again for the next answer', async () => {
  const { model } = connect()

  await askModel(model, 'say first of two')
  await askModel(model, 'say second of two')

  const [first, second] = await Promise.all([
    server.requestWith('first of two'),
    server.requestWith('second of two'),
  ])
  expect(second.remotePort).toBe(first.remotePort)
})

test('gives up on a connection that is never made (R13)', async () => {
  // Accepts the TCP connection, and stays silent when TLS starts.
  const mute = createServer(() => {})
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as AddressInfo
  const ask = (protocol: string) =>
    askModel(
      createModel(
        {
          model: 'openai-compatible/any',
          providers: { OPENAI_BASE_URL: `${protocol}://127.0.0.1:${port}/v1` },
        },
        { limits: { connectMs: 1_500, firstByteMs: 3_000, retries: 0 } },
      ),
      'Hello',
    )

  const secure = await ask('https')
  const plain = await ask('http')
  mute.close()

  expect(secure).toEqual([{ type: 'error', errorText: FAILURE_TEXTS.unreachable }])
  expect(plain).toEqual([{ type: 'error', errorText: FAILURE_TEXTS.timeout }])
})

test('says that the model may still be starting, until its first byte', async () => {
  const { model } = connect({ silenceNewsMs: 1 })
  const stream = model.stream({ messages: [question('hold start; say Up')] }, NEVER)
  const chunks = stream[Symbol.asyncIterator]()

  expect((await chunks.next()).value).toEqual(startingChunk())
  server.release('start')
  expect((await chunks.next()).value).toEqual(waitChunk(0))
  const rest = await Array.fromAsync({ [Symbol.asyncIterator]: () => chunks })

  expect(joinDeltas(rest, 'text-delta')).toBe('Up')
  expect(rest.filter(isDataChunk)).toEqual([])
})

test('tries again after news of a silent start that failed', async () => {
  const { model } = connect({ silenceNewsMs: 1 })
  const asked = 'status 500 times=1; hold second; say Here'
  const stream = model.stream({ messages: [question(asked)] }, NEVER)
  const types: string[] = []

  for await (const chunk of stream) {
    types.push(chunk.type)
    if (isDataChunk(chunk)) server.release('second')
  }

  expect(types).toContain('text-delta')
  expect(types.at(-1)).toBe('finish')
})

test('closes the socket of a silent provider when the reader leaves at the news of it', async () => {
  const { model } = connect({ silenceNewsMs: 1 })
  const stream = model.stream({ messages: [question('wait 34s')] }, NEVER)

  for await (const chunk of stream) if (isDataChunk(chunk)) break

  expect(await (await server.requestWith('wait 34s')).closed).toBe('aborted')
})

test.each([
  ['openai-compatible', 'Loaded'],
  ['openai', FAILURE_TEXTS.timeout],
])('a model of %s that loads for two minutes: %s', async (provider, expected) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const model = createModel({
    model: `${provider}/local`,
    providers: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'k' },
  })
  const key = `load-${provider}`

  const answer = askModel(model, `hold ${key}; say Loaded`)
  await server.requestWith(key)
  await vi.advanceTimersByTimeAsync(120_000)
  server.release(key)

  const chunks = await answer
  const error = chunks.find(({ type }) => type === 'error')
  expect(error?.type === 'error' ? error.errorText : joinDeltas(chunks, 'text-delta')).toBe(
    expected,
  )
})

test('bears pauses shorter than the limits (R13)', async () => {
  const { model } = connect({ firstByteMs: 30_000, gapMs: 30_000, totalMs: 60_000 })

  const chunks = await askModel(model, 'wait 50ms; say One; wait 50ms; say Two')

  expect(chunks.at(-1)?.type).toBe('finish')
})

test('counts comments of the provider as signs of life', async () => {
  const { model } = connect({ firstByteMs: 2_000, gapMs: 2_000, totalMs: 5_000 })

  const chunks = await askModel(model, 'drip 20ms')

  expect(chunks).toEqual([{ type: 'error', errorText: FAILURE_TEXTS['too-slow'] }])
})

test.each([
  [4096, 'finish'],
  [64, 'error'],
])('ends a response after %i bytes: %s', async (responseBytes, last) => {
  const { model } = connect({ responseBytes })

  expect((await askModel(model, 'say Hi')).at(-1)?.type).toBe(last)
})
