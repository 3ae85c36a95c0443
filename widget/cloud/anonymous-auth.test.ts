// @vitest-environment node
import { expect, test } from 'vitest'
import { AUTH_TIMEOUT_MS, createAnonymousAuth, REFRESH_TRIES } from './anonymous-auth.ts'
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
import { createRefreshRecord, type KeyValueStorage } from './refresh-record.ts'

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

test('makes nobody until a message is sent', async () => {
  const { auth, http, storage } = createWorld()

  expect(auth.hasIdentity()).toBe(false)
  expect(await auth.token({ mayMint: false })).toBeNull()
  expect(http.sent).toEqual([])

  expect(await auth.token({ mayMint: true })).toMatch(/\./)
  expect(http.to(MINT)).toHaveLength(1)
  expect(auth.hasIdentity()).toBe(true)
  expect(storage.getItem(KEY)).toContain('rt_1')
})

test('asks for an anonymous token without headers and body', async () => {
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

test('makes one visitor for two tabs: the second one looks again behind the lock', async () => {
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

test('refreshes with the stored token and keeps the next one', async () => {
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

test('lets the server judge a refresh token that the computer’s clock calls old', async () => {
  const { clock, auth, http } = createWorld({
    storage: createFakeStorage({ [KEY]: stored('rt_0') }),
  })
  clock.jump(365 * 86_400_000)

  await auth.token({ mayMint: true })

  expect(http.to(REFRESH)).toHaveLength(1)
  expect(http.to(MINT)).toEqual([])
})

test.each([400, 401, 403])(
  'becomes somebody new after %i, only to send a message',
  async (status) => {
    const storage = createFakeStorage({ [KEY]: stored('dead') })
    const { clock, auth, http } = createWorld({
      storage,
      answer: ({ path }) =>
        path.endsWith('/refresh') ? json(status, {}) : json(200, fakeTokens(clock.now())),
    })

    expect(await auth.token({ mayMint: false })).toBeNull()
    expect(storage.getItem(KEY)).toBeNull()
    expect(http.to(MINT)).toEqual([])

    expect(await auth.token({ mayMint: true })).not.toBeNull()
    expect(http.to(MINT)).toHaveLength(1)
  },
)

test.each([
  ['404', () => json(404, {})],
  ['429', () => json(429, {})],
  ['500', () => json(500, {})],
  ['503', () => json(503, {})],
  ['no network', networkError],
  ['garbage', () => new Response('<html>')],
])('stays the same visitor when the refresh fails with %s', async (_, answer) => {
  const storage = createFakeStorage({ [KEY]: stored('rt_0') })
  const { auth, http } = createWorld({ storage, answer })

  await expect(auth.token({ mayMint: true })).rejects.toThrow()

  expect(http.to(MINT)).toEqual([])
  expect(storage.getItem(KEY)).toContain('rt_0')
})

test('stays the same visitor when the refresh takes too long', async () => {
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
      return json(401, {})
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
      return json(401, {})
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
