import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { Auth } from './auth.ts'
import {
  BACKOFF_MAX_MS,
  BACKOFF_MS,
  CALL_TIMEOUT_MS,
  createRequests,
  type Request,
  encodeQuery,
} from './create-requests.ts'
import {
  createFakeHttp,
  json,
  networkError,
  never,
  type Answer,
  type SentRequest,
} from './fake-http.test-support.ts'
import { createManualClock } from './manual-clock.test-support.ts'

const GET: Request = { method: 'GET', path: '/threads', mayMint: false }
const POST: Request = { method: 'POST', path: '/chat/x/stop', body: { a: 1 }, mayMint: false }

function createWorld(
  answer: (request: SentRequest, index: number) => Answer,
  auth?: Partial<Auth>,
) {
  const clock = createManualClock()
  const http = createFakeHttp((request) => answer(request, http.sent.length - 1))
  const requests = createRequests({
    base: 'https://chat.example/p/shop/',
    fetch: http.fetch,
    clock,
    random: () => 1,
    auth: {
      owner: () => null,
      hasIdentity: () => true,
      token: () => Promise.resolve('first'),
      replace: () => Promise.resolve('second'),
      inspect() {},
      refusal: (error) => error,
      ...auth,
    },
  })
  const signal = new AbortController().signal
  const outcome = (request: Request) =>
    requests.json(request, signal).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
  return { clock, http, outcome, requests, signal }
}

test('calls the path below the base, with one slash between them (7.1)', async () => {
  let url = ''
  const { clock, signal } = createWorld(() => json(200, {}))
  const requests = createRequests({
    base: 'https://chat.example/p/shop/',
    clock,
    random: () => 0,
    fetch(to) {
      url = to
      return Promise.resolve(json(200, { ok: 1 }))
    },
    auth: {
      owner: () => null,
      hasIdentity: () => true,
      token: () => Promise.resolve('t'),
      replace: () => Promise.resolve('t'),
      inspect() {},
      refusal: (error) => error,
    },
  })

  const query = { limit: 1, is_archived: false }
  expect(await requests.json({ ...GET, query }, signal)).toEqual({ ok: 1 })
  expect(url).toBe('https://chat.example/p/shop/v1/threads?limit=1')
})

test('sends JSON, its name and its token with every call (7.2, 7.3)', async () => {
  const { http, outcome } = createWorld(() => json(200, {}))

  await outcome(GET)

  expect(Object.fromEntries(http.sent[0]?.headers ?? [])).toEqual({
    'aui-sdk': 'alcove/0.1.0',
    authorization: 'Bearer first',
    'content-type': 'application/json',
  })
})

test('makes no request without an identity', async () => {
  const { http, outcome } = createWorld(() => json(200, {}), { token: () => Promise.resolve(null) })

  expect(await outcome(GET)).toMatchObject({ error: { code: 'token_missing' } })
  expect(http.sent).toEqual([])
})

test.each([
  [401, {}],
  [403, { error: 'token_rejected', message: 'JWT token is not valid' }],
])('tries once more with another token after %i %j', async (status, body) => {
  const { http, outcome } = createWorld((_, index) =>
    index === 0 ? json(status, body) : json(200, { ok: true }),
  )

  expect(await outcome(POST)).toEqual({ value: { ok: true } })

  expect(http.sent.map(({ headers }) => headers.get('Authorization'))).toEqual([
    'Bearer first',
    'Bearer second',
  ])
})

test('does not try another token when this one may simply not do that', async () => {
  const { http, outcome } = createWorld(() => json(403, { message: 'Not yours.' }))

  expect(await outcome(POST)).toMatchObject({ error: { message: 'Not yours.' } })
  expect(http.sent).toHaveLength(1)
})

test('stops after the second 401', async () => {
  const { http, outcome } = createWorld(() => json(401, { message: 'Who?', hint: 'Set it.' }), {
    refusal: (error) => new AlcoveError('token_rejected', (error as Error).message),
  })

  expect(await outcome(GET)).toMatchObject({ error: { code: 'token_rejected', message: 'Who?' } })
  expect(http.sent).toHaveLength(2)
})

test('shows every answer to the identity, failed ones too', async () => {
  const seen: number[] = []
  const { outcome } = createWorld((_, index) => json([401, 403][index] ?? 200, {}), {
    inspect: ({ status }) => void seen.push(status),
  })

  await outcome(POST)

  expect(seen).toEqual([401, 403])
})

test.each([
  ['no network', networkError],
  ['500', () => json(500, {})],
  ['503', () => json(503, {})],
])('reads again after %s, twice at most', async (_, answer) => {
  const { clock, http, outcome } = createWorld(answer)
  const failed = outcome(GET)

  await clock.advance(BACKOFF_MS - 1)
  expect(http.sent).toHaveLength(1)
  await clock.advance(1)
  expect(http.sent).toHaveLength(2)
  await clock.advance(2 * BACKOFF_MS)
  expect(http.sent).toHaveLength(3)

  await clock.advance(60_000)
  expect(http.sent).toHaveLength(3)
  expect(await failed).toHaveProperty('error')
})

test('succeeds with the last try', async () => {
  const { clock, outcome } = createWorld((_, index) => (index < 2 ? networkError() : json(200, 7)))
  const result = outcome(GET)

  await clock.advance(60_000)

  expect(await result).toEqual({ value: 7 })
})

test('waits as long as the server asks', async () => {
  const { clock, http, outcome } = createWorld(() => json(503, {}, { 'Retry-After': '12' }))
  void outcome(GET)

  await clock.advance(11_999)
  expect(http.sent).toHaveLength(1)
  await clock.advance(1)
  expect(http.sent).toHaveLength(2)
})

test.each([400, 403, 404, 409, 429])('does not read again after %i', async (status) => {
  const { clock, http, outcome } = createWorld(() => json(status, {}))
  const failed = outcome(GET)

  await clock.advance(60_000)

  expect(await failed).toHaveProperty('error')
  expect(http.sent).toHaveLength(1)
})

test('never repeats a call that changes something', async () => {
  const { clock, http, outcome } = createWorld(networkError)
  const failed = outcome(POST)

  await clock.advance(60_000)

  expect(await failed).toMatchObject({ error: { code: 'offline' } })
  expect(http.sent).toHaveLength(1)
})

test('gives a call fifteen seconds', async () => {
  const { clock, http, outcome } = createWorld(never)
  const outcomes: unknown[] = []
  void outcome(POST).then((result) => outcomes.push(result))

  await clock.advance(CALL_TIMEOUT_MS - 1)
  expect(outcomes).toEqual([])
  await clock.advance(1)

  expect(outcomes).toMatchObject([{ error: { code: 'call_timeout' } }])
  expect(http.sent[0]?.signal.aborted).toBe(true)
})

test('stops at once when the caller aborts', async () => {
  const { clock, http, requests } = createWorld(networkError)
  const caller = new AbortController()
  const failed = requests.json(GET, caller.signal).catch((error: unknown) => error)
  await clock.advance(1)

  caller.abort(new Error('closed'))
  await clock.advance(60_000)

  expect(await failed).toMatchObject({ message: 'closed' })
  expect(http.sent).toHaveLength(1)
})

test('calls a success without JSON a failure of the service', async () => {
  const { outcome } = createWorld(() => new Response('<html>'))

  expect(await outcome(POST)).toMatchObject({ error: { code: 'unavailable' } })
})

test('repeats a call that carries its own key', async () => {
  const { clock, http, outcome } = createWorld((_, index) =>
    index === 0 ? json(503, {}) : json(201, 7),
  )
  const result = outcome({ ...POST, isRepeatable: true })

  await clock.advance(BACKOFF_MS)

  expect(await result).toEqual({ value: 7 })
  expect(http.sent).toHaveLength(2)
})

test.each([
  ['waits', BACKOFF_MAX_MS / 1000, 2],
  ['does not wait', BACKOFF_MAX_MS / 1000 + 1, 1],
])('%s when the server asks for %i s', async (_, seconds, calls) => {
  const { clock, http, outcome } = createWorld((__, index) =>
    index === 0 ? json(503, {}, { 'Retry-After': String(seconds) }) : json(200, {}),
  )
  void outcome(GET)

  await clock.advance(BACKOFF_MAX_MS + 60_000)

  expect(http.sent).toHaveLength(calls)
})

test('gives a call the time that it asks for', async () => {
  const { clock, outcome } = createWorld(never)
  const outcomes: unknown[] = []
  void outcome({ ...POST, limitMs: 45_000 }).then((result) => outcomes.push(result))

  await clock.advance(44_999)
  expect(outcomes).toEqual([])
  await clock.advance(1)
  expect(outcomes).toMatchObject([{ error: { code: 'call_timeout' } }])
})

test.each([
  ['204', () => new Response(null, { status: 204 })],
  ['an empty body', () => new Response('')],
  ['{}', () => json(200, {})],
])('takes %s for done', async (_, answer) => {
  const { requests, signal } = createWorld(answer)

  await expect(requests.done({ ...POST, method: 'PUT' }, signal)).resolves.toBeUndefined()
})

test('is not done when the server says no', async () => {
  const { requests, signal } = createWorld(() => json(404, { message: 'Thread not found' }))

  await expect(requests.done({ ...POST, method: 'DELETE' }, signal)).rejects.toMatchObject({
    code: 'not_found',
    message: 'Thread not found',
  })
})

test('sends what else the identity says of itself', async () => {
  const { http, outcome } = createWorld(() => json(200, {}), { headers: { 'Aui-User-Id': 'u1' } })

  await outcome(GET)

  expect(http.sent[0]?.headers.get('Aui-User-Id')).toBe('u1')
})

test('does not repeat a rejected token without another one', async () => {
  const { http, outcome } = createWorld(() => json(401, { message: 'Unknown key' }), {
    replace: () => Promise.resolve('first'),
  })

  expect(await outcome(POST)).toMatchObject({ error: { message: 'Unknown key' } })
  expect(http.sent).toHaveLength(1)
})

test.each([
  [{}, ''],
  [{ a: false, b: undefined }, ''],
  [{ is_archived: true }, '?is_archived=true'],
  [{ limit: 0, after: '', format: 'aui/v0' }, '?limit=0&after=&format=aui%2Fv0'],
])('writes %j as %j (7.4, 7.5)', (values, text) => {
  expect(encodeQuery(values)).toBe(text)
})
