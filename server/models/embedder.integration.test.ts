import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createChosenEmbedder } from './create-embedder.ts'
import { DIMENSIONS_MAX, EmbeddingError, type EmbeddingPatience } from './embedder.ts'
import type { ModelLogEntry } from './model-log.ts'
import { createInstantClock } from './testing/ask-model.ts'
import { startEmbeddingServer, type Interruption } from './testing/start-embedding-server.ts'

let server: Awaited<ReturnType<typeof startEmbeddingServer>>
let interrupt: Interruption = () => false
let vectorOf = (input: string): readonly unknown[] => [input.length, 1]
beforeAll(async () => {
  server = await startEmbeddingServer(
    (input) => vectorOf(input),
    (request, response) => interrupt(request, response),
  )
})
afterAll(() => server.stop())
beforeEach(() => {
  server.requests.length = 0
  interrupt = () => false
  vectorOf = (input) => [input.length, 1]
})

const PATIENCE: EmbeddingPatience = { totalMs: 60_000, retries: 2 }
const NEVER = new AbortController().signal

function connect(source: { dimensions?: number } = {}) {
  const log: ModelLogEntry[] = []
  const clock = createInstantClock()
  const embedder = createChosenEmbedder(
    { model: 'openai-compatible/small', ...source },
    { providers: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'secret-key' } },
    { clock, log: (entry) => log.push(entry) },
  )
  const embed = (texts: readonly string[], patience = PATIENCE, signal = NEVER) =>
    embedder.embed(texts, patience, signal)
  return { embed, log, waits: clock.waits }
}

/** Answers so many calls with this status. */
function fail(times: number, status: number, headers: Record<string, string> = {}) {
  interrupt = (_, response) => {
    if (server.requests.length > times) return false
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message: 'the words "my text" with secret-key' } }))
    return true
  }
}
const failure = (kind: string) =>
  expect.objectContaining({ failure: expect.objectContaining({ kind }) as unknown }) as unknown

test('texts become vectors in their order, with the tokens that the provider counted', async () => {
  const { embed } = connect({ dimensions: 2 })

  expect(await embed(['a', 'ccc'])).toEqual({
    vectors: [
      [1, 1],
      [3, 1],
    ],
    tokens: 7,
  })

  expect(server.requests).toMatchObject([
    {
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer secret-key' },
      body: { model: 'small', input: ['a', 'ccc'], dimensions: 2 },
    },
  ])
})

test.each([
  [500, {}, [2_000, 4_000]],
  [429, { 'retry-after': '7' }, [7_000, 7_000]],
])('a call is repeated after status %i %j', async (status, headers, waits) => {
  const { embed, waits: waited } = connect()
  fail(2, status, headers)
  expect(await embed(['a'])).toMatchObject({ vectors: [[1, 1]] })
  expect(waited).toEqual(waits)
})

test('a call is given up after its retries, and logged without the text and the key', async () => {
  const { embed, log } = connect()
  fail(3, 500)
  await expect(embed(['my text'])).rejects.toEqual(failure('down'))
  expect(server.requests).toHaveLength(3)
  expect(log.map(({ event }) => event)).toEqual(['model_retry', 'model_retry', 'model_failed'])
  expect(JSON.stringify(log)).not.toMatch(/my text|secret-key/)
})

test('a pause that is longer than the call may take is told instead of waited for', async () => {
  const { embed, waits } = connect()
  fail(1, 429, { 'retry-after': '61' })
  const error: unknown = await embed(['a']).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(EmbeddingError)
  expect(error).toMatchObject({ retryAfterMs: 61_000, failure: { kind: 'busy' } })
  expect(waits).toEqual([])
})

test.each([401, 404, 400])('status %i is not repeated', async (status) => {
  const { embed } = connect()
  fail(1, status)
  await expect(embed(['a'])).rejects.toBeInstanceOf(EmbeddingError)
  expect(server.requests).toHaveLength(1)
})

test('a redirect is not followed, since the key would go with it', async () => {
  const { embed } = connect()
  fail(1, 302, { location: `${server.url}/elsewhere` })
  await expect(embed(['a'])).rejects.toEqual(failure('address'))
  expect(server.requests).toHaveLength(1)
})

test('a model that never answers fails in its time', async () => {
  const { embed } = connect()
  interrupt = () => true
  await expect(embed(['a'], { totalMs: 50, retries: 0 })).rejects.toEqual(failure('too-slow'))
})

test('a stopped call ends with the reason of the stop', async () => {
  const { embed } = connect()
  const stop = new AbortController()
  interrupt = () => {
    stop.abort(new Error('stopped'))
    return true
  }
  await expect(embed(['a'], PATIENCE, stop.signal)).rejects.toThrow('stopped')
})

test.each([
  ['too few vectors', (n: number) => (n === 0 ? [] : [1])],
  ['vectors of two lengths', (n: number) => Array.from({ length: n + 1 }, () => 1)],
  ['empty vectors', () => []],
])('an answer with %s is refused', async (_, create) => {
  const { embed } = connect()
  let calls = 0
  vectorOf = () => create(calls++)
  await expect(embed(['a', 'b'])).rejects.toEqual(failure('malformed'))
})

test('vectors have at most so many numbers', async () => {
  const { embed } = connect()
  vectorOf = () => Array.from({ length: DIMENSIONS_MAX }, () => 1)
  expect((await embed(['a'])).vectors[0]).toHaveLength(DIMENSIONS_MAX)
  vectorOf = () => Array.from({ length: DIMENSIONS_MAX + 1 }, () => 1)
  await expect(embed(['a'])).rejects.toEqual(failure('malformed'))
})
