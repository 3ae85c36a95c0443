// @vitest-environment node
import { expect, test } from 'vitest'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import {
  AUTH_TIMEOUT_MS,
  createAnonymousAuth,
  LOCK_WAIT_MS,
  REFRESH_TRIES,
} from './anonymous-auth.ts'
import {
  createFakeHttp,
  json,
  networkError,
  never,
  type Answer,
  type SentRequest,
} from './fake-http.test-support.ts'
import { createFakeLocks, createFakeStorage, fakeTokens } from './fake-tokens.test-support.ts'
import type { Locks } from './locks.ts'
import { createManualClock, settle } from './manual-clock.test-support.ts'
import { createRefreshRecord } from './refresh-record.ts'

const BASE = 'https://chat.example'
const KEY = `aui:refresh_token:${BASE}`
const MINT = 'POST /auth/tokens/anonymous'
const REFRESH = 'POST /auth/tokens/refresh'
const stored = (token: string) => JSON.stringify({ token, expires_at: '2026-12-21T00:00:00.000Z' })

interface World {
  readonly storage?: KeyValueStorage
  readonly locks?: Locks
  readonly answer?: (request: SentRequest) => Answer
}

function createWorld({ storage = createFakeStorage(), locks, answer }: World = {}) {
  const clock = createManualClock()
  const http = createFakeHttp(answer ?? (() => json(200, fakeTokens(clock.now()))))
  const openTab = () =>
    createAnonymousAuth({
      base: BASE,
      fetch: http.fetch,
      clock,
      locks,
      record: createRefreshRecord({ base: BASE, openStorage: () => storage }),
    })
  return { clock, http, storage, auth: openTab(), openTab }
}

test('makes nobody until a message is sent (4.56)', async () => {
  const { auth, http, storage } = createWorld()

  expect(auth.hasIdentity()).toBe(false)
  expect(await auth.token({ mayMint: false })).toBeNull()
  expect(http.sent).toEqual([])

  expect(await auth.token({ mayMint: true })).toMatch(/\./)
  expect(http.to(MINT)).toHaveLength(1)
  expect(auth.hasIdentity()).toBe(true)
  expect(storage.getItem(KEY)).toContain('rt_1')
})

test('asks for an anonymous token without headers and body (6.4, 7.10)', async () => {
  const { auth, http } = createWorld()

  await auth.token({ mayMint: true })

  expect([...(http.sent[0]?.headers ?? [])]).toEqual([])
  expect(http.sent[0]?.body).toBeUndefined()
})

test('makes one visitor for many first calls at once', async () => {
  const { auth, http } = createWorld()

  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, index) => auth.token({ mayMint: index % 2 === 0 })),
  )

  expect(http.to(MINT)).toHaveLength(1)
  expect(new Set(tokens.filter((token) => token !== null)).size).toBe(1)
})

test('makes one visitor for two tabs: the second one looks again behind the lock (R23)', async () => {
  const { auth, openTab, http } = createWorld({ locks: createFakeLocks() })

  await Promise.all([auth.token({ mayMint: true }), openTab().token({ mayMint: true })])

  expect(http.to(MINT)).toHaveLength(1)
  expect(http.to(REFRESH)).toHaveLength(1)
})

test('goes on without a lock where the browser refuses one', async () => {
  const locks: Locks = { request: () => Promise.reject(new DOMException('No.', 'SecurityError')) }
  const { auth, http } = createWorld({ locks })

  await auth.token({ mayMint: true })

  expect(http.to(MINT)).toHaveLength(1)
})

test('goes on without a lock that does not come in time, and not before', async () => {
  let held: (() => Promise<unknown>) | undefined
  const locks: Locks = {
    request: (_name, _options, task) =>
      new Promise((resolve, reject) => {
        held = () => task().then(resolve, reject)
      }),
  }
  const { clock, auth, http } = createWorld({ locks })
  const token = auth.token({ mayMint: true })
  await clock.advance(LOCK_WAIT_MS - 1)
  expect(http.sent).toEqual([])

  await clock.advance(1)

  expect(await token).not.toBeNull()
  expect(http.to(MINT)).toHaveLength(1)
  // The late answer changes nothing.
  await held?.()
  expect(http.to(MINT)).toHaveLength(1)
})

test('refreshes with the stored token and keeps the next one (4.55, 7.12)', async () => {
  const storage = createFakeStorage({ [KEY]: stored('rt_0') })
  const { auth, http } = createWorld({ storage })

  await auth.token({ mayMint: false })

  expect(http.to(REFRESH).map(({ body }) => body)).toEqual([{ refresh_token: 'rt_0' }])
  expect(http.sent[0]?.headers.get('Content-Type')).toBe('application/json')
  expect(storage.getItem(KEY)).toContain('rt_1')
})

test.each([{}, { refresh_token: null }])(
  'keeps its refresh token when the answer brings none: %j',
  async (none) => {
    const storage = createFakeStorage({ [KEY]: stored('rt_0') })
    const { clock, auth } = createWorld({
      storage,
      answer: () => json(200, { access_token: fakeTokens(clock.now()).access_token, ...none }),
    })

    expect(await auth.token({ mayMint: false })).not.toBeNull()

    expect(storage.getItem(KEY)).toContain('rt_0')
  },
)

test('lets the server judge a refresh token that the computer’s clock calls old (R16)', async () => {
  const { clock, auth, http } = createWorld({
    storage: createFakeStorage({ [KEY]: stored('rt_0') }),
  })
  clock.jump(365 * 86_400_000)

  await auth.token({ mayMint: true })

  expect(http.to(REFRESH)).toHaveLength(1)
  expect(http.to(MINT)).toEqual([])
})

const REFUSED = { error: 'auth_failed', message: 'Invalid refresh token' }

test.each([
  ['an unknown token', 401, REFUSED],
  ['an expired token', 401, { error: 'token_expired', message: 'Refresh token has expired' }],
  ['a token that is none', 400, { error: 'invalid_request', message: 'refresh_token: …' }],
  ['the public cloud’s words', 403, { error: 'Invalid refresh token' }],
  ['the public cloud’s words for a mangled one', 403, { error: 'Invalid refresh token format' }],
  ['a project that takes nobody', 403, { error: 'Anonymous access is not allowed' }],
  [
    'the same, as we say it',
    403,
    { error: 'forbidden', message: 'Anonymous access is not allowed' },
  ],
])(
  'becomes somebody new after %s (%i), only to send a message, and forgets nobody before (4.56)',
  async (_, status, body) => {
    const storage = createFakeStorage({ [KEY]: stored('dead') })
    const { clock, auth, http } = createWorld({
      storage,
      answer: ({ path }) =>
        path.endsWith('/refresh') ? json(status, body) : json(200, fakeTokens(clock.now())),
    })

    expect(await auth.token({ mayMint: false })).toBeNull()
    expect(auth.hasIdentity()).toBe(false)
    // The server gets no further call.
    expect(await auth.token({ mayMint: false })).toBeNull()
    expect(http.to(REFRESH)).toHaveLength(1)
    expect(storage.getItem(KEY)).toContain('dead')
    expect(http.to(MINT)).toEqual([])

    expect(await auth.token({ mayMint: true })).not.toBeNull()
    expect(http.to(MINT)).toHaveLength(1)
    expect(storage.getItem(KEY)).toContain('rt_1')
  },
)

test('keeps a token that the server calls dead until somebody new was made, for servers err', async () => {
  const storage = createFakeStorage({ [KEY]: stored('rt_0') })
  let isErring = true
  const { clock, auth, openTab, http } = createWorld({
    storage,
    answer({ path }) {
      if (!isErring) return json(200, fakeTokens(clock.now(), 'rt_0'))
      return path.endsWith('/refresh') ? json(401, REFUSED) : json(503, {})
    },
  })
  expect(await auth.token({ mayMint: false })).toBeNull()
  await expect(auth.token({ mayMint: true })).rejects.toMatchObject({ code: 'unavailable' })
  expect(storage.getItem(KEY)).toContain('rt_0')
  isErring = false
  const tries = http.to(MINT).length

  expect(await openTab().token({ mayMint: false })).not.toBeNull()
  expect(await auth.token({ mayMint: true })).not.toBeNull()

  expect(http.to(MINT)).toHaveLength(tries)
})

test('of two tabs with a dead token one makes somebody new, and both are that one', async () => {
  const storage = createFakeStorage({ [KEY]: stored('dead') })
  const { clock, auth, openTab, http } = createWorld({
    storage,
    locks: createFakeLocks(),
    answer({ path, body }) {
      const isDead = (body as { refresh_token?: string } | undefined)?.refresh_token === 'dead'
      return path.endsWith('/refresh') && isDead
        ? json(401, REFUSED)
        : json(200, fakeTokens(clock.now()))
    },
  })
  const other = openTab()
  expect(await Promise.all([auth, other].map((tab) => tab.token({ mayMint: false })))).toEqual([
    null,
    null,
  ])

  await Promise.all([auth.token({ mayMint: true }), other.token({ mayMint: true })])

  expect(http.to(MINT)).toHaveLength(1)
  expect(storage.getItem(KEY)).toContain('rt_1')
})

const page = (status: number) =>
  new Response('<html><h1>Blocked</h1></html>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  })

test.each([
  ['a firewall’s page', () => page(403), 'offline'],
  ['a firewall’s page that says 400', () => page(400), 'offline'],
  ['the page of a portal that wants a login', () => page(401), 'offline'],
  ['the page of a portal that says 200', () => page(200), 'unavailable'],
  ['a firewall that talks JSON', () => json(403, { message: 'Forbidden' }), 'offline'],
  ['a gateway’s own code', () => json(403, { error: 'forbidden' }), 'offline'],
  ['a gateway’s own words', () => json(401, { error: 'Unauthorized' }), 'offline'],
  ['a word that is no text', () => json(401, { error: 7 }), 'offline'],
  ['JSON that is no object', () => json(401, 'auth_failed'), 'offline'],
  ['an empty 401', () => new Response(null, { status: 401 }), 'offline'],
  ['404', () => json(404, {}), 'not_found'],
  ['429', () => json(429, {}), 'rate_limited'],
  ['500', () => json(500, {}), 'unavailable'],
  ['503', () => json(503, {}), 'unavailable'],
  ['no network', networkError, 'offline'],
  ['garbage', () => new Response('<html>'), 'unavailable'],
])('stays the same visitor when the refresh meets %s', async (_, answer, code) => {
  const storage = createFakeStorage({ [KEY]: stored('rt_0') })
  const { auth, http } = createWorld({ storage, answer })

  await expect(auth.token({ mayMint: false })).rejects.toMatchObject({ code })
  await expect(auth.token({ mayMint: true })).rejects.toMatchObject({ code })

  expect(http.to(MINT)).toEqual([])
  expect(auth.hasIdentity()).toBe(true)
  expect(storage.getItem(KEY)).toContain('rt_0')
})

test('stays the same visitor when the refresh takes too long (R24)', async () => {
  const storage = createFakeStorage({ [KEY]: stored('rt_0') })
  const { clock, auth, http } = createWorld({ storage, answer: never })
  const failed = auth.token({ mayMint: true }).catch((error: unknown) => error)

  await clock.advance(AUTH_TIMEOUT_MS)

  expect(await failed).toMatchObject({ code: 'call_timeout' })
  expect(http.to(MINT)).toEqual([])
  expect(storage.getItem(KEY)).toContain('rt_0')
})

test('takes the token of another tab that was quicker, instead of becoming somebody new', async () => {
  const storage = createFakeStorage({ [KEY]: stored('rt_0') })
  const { clock, auth, http } = createWorld({
    storage,
    answer({ body }) {
      if ((body as { refresh_token: string }).refresh_token !== 'rt_0') {
        return json(200, fakeTokens(clock.now(), 'rt_2'))
      }
      storage.setItem(KEY, stored('rt_1'))
      return json(401, REFUSED)
    },
  })

  expect(await auth.token({ mayMint: true })).not.toBeNull()

  expect(http.to(MINT)).toEqual([])
  expect(storage.getItem(KEY)).toContain('rt_2')
})

test('stops trying when other tabs change the token faster than it can be used', async () => {
  const storage = createFakeStorage({ [KEY]: stored('rt_0') })
  let count = 0
  const { auth, http } = createWorld({
    storage,
    answer() {
      count += 1
      storage.setItem(KEY, stored(`other_${count}`))
      return json(401, REFUSED)
    },
  })

  await expect(auth.token({ mayMint: true })).rejects.toThrow()

  expect(http.to(REFRESH)).toHaveLength(REFRESH_TRIES)
  expect(http.to(MINT)).toEqual([])
  expect(storage.getItem(KEY)).toContain('other_')
})

test('replaces a refused token once for all who were refused', async () => {
  const { auth, http } = createWorld()
  const first = (await auth.token({ mayMint: true })) ?? ''

  const replaced = await Promise.all([
    auth.replace(first, { mayMint: false }),
    auth.replace(first, { mayMint: false }),
  ])

  expect(http.to(REFRESH)).toHaveLength(1)
  expect(replaced[0]).toBe(replaced[1])
  expect(await auth.replace(first, { mayMint: false })).toBe(replaced[0])
  expect(http.to(REFRESH)).toHaveLength(1)
})

test('lets one caller give up without taking the token from the other', async () => {
  const { auth } = createWorld()
  const impatient = new AbortController()
  const first = auth.token({ mayMint: true, signal: impatient.signal })
  const second = auth.token({ mayMint: true })

  impatient.abort(new Error('gone'))

  await expect(first).rejects.toThrow('gone')
  expect(await second).not.toBeNull()
})

test('chats for this page’s life where storage throws', async () => {
  const storage: KeyValueStorage = {
    getItem() {
      throw new Error('blocked')
    },
    setItem() {
      throw new Error('blocked')
    },
    removeItem() {
      throw new Error('blocked')
    },
  }
  const { clock, auth, http } = createWorld({ storage })
  await auth.token({ mayMint: true })

  await clock.advance(900_000)
  await auth.token({ mayMint: true })
  await settle()

  expect(http.to(MINT)).toHaveLength(1)
  expect(http.to(REFRESH)).toHaveLength(1)
})
