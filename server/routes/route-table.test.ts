import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, TEST_HOST_SECRET, type TestApp } from '../testing/create-test-app.ts'

/** What a route answers, by whose token comes with the call. */
interface Row {
  /** `open` takes no token; `walled` refuses all but a good one. */
  readonly access: 'open' | 'walled'
  /** The status for somebody else's thread, with a good token. */
  readonly foreign: number
  readonly body?: object
}

const MESSAGE = { parent_id: null, format: 'aui/v0', content: { role: 'user', content: [] } }
const CHAT = {
  id: 'THREAD',
  trigger: 'submit-message',
  messages: [{ id: 'abc1234', role: 'user', parts: [] }],
}

/** A route without a row fails below, and so does a row without a route. */
const API_ROWS: Readonly<Record<string, Row>> = {
  'POST /v1/auth/tokens/anonymous': { access: 'open', foreign: 200 },
  'POST /v1/auth/tokens/refresh': { access: 'open', foreign: 401, body: { refresh_token: 'rt_x' } },
  'GET /v1/threads': { access: 'walled', foreign: 200 },
  'POST /v1/threads': {
    access: 'walled',
    foreign: 201,
    body: { last_message_at: '2026-11-21T05:00:00.000Z' },
  },
  'GET /v1/threads/:id/messages': { access: 'walled', foreign: 200 },
  'POST /v1/threads/:id/messages': { access: 'walled', foreign: 404, body: MESSAGE },
  'POST /v1/chat': { access: 'walled', foreign: 200, body: CHAT },
  'POST /v1/chat/:id/stop': { access: 'walled', foreign: 200 },
}
const STATIC_ROWS = [
  '/',
  '/healthz',
  '/alcove.js',
  '/alcove-panel.js',
  '/frame',
  '/p/:project/frame',
  '/frame/assets/:name',
]
const ROWS: Readonly<Record<string, Row>> = {
  ...API_ROWS,
  ...Object.fromEntries(
    Object.entries(API_ROWS).map(([route, row]) => [route.replace(' ', ' /p/:project'), row]),
  ),
  ...Object.fromEntries(
    STATIC_ROWS.map((path): [string, Row] => [`GET ${path}`, { access: 'open', foreign: 200 }]),
  ),
}

let world: TestApp
let thread: string
let ownerAuthorization: string
const tokens: Record<string, string> = {}

beforeAll(async () => {
  world = await createTestApp()
  const { identity: owner, authorization } = await world.signIn()
  ownerAuthorization = authorization
  thread = (await world.store.threads.create(owner, { lastMessageAt: '2026-11-21T05:00:00.000Z' }))
    .id
  const seconds = world.clock.ms / 1000
  const sign = (exp: number, secret: string) =>
    new SignJWT({ sub: 'mallory' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(exp - 600)
      .setExpirationTime(exp)
      .sign(new TextEncoder().encode(secret))
  tokens['foreign'] = await sign(seconds + 600, TEST_HOST_SECRET)
  tokens['expired'] = await sign(seconds - 60, TEST_HOST_SECRET)
  tokens['forged'] = await sign(seconds + 600, `${TEST_HOST_SECRET}!`)
})
afterAll(() => world.close())

async function call(route: string, { body }: Row, token?: string) {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern
    .replace(':project', 'default')
    .replace(':id', thread)
    .replace(':name', 'main-a1b2.js')
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`
  const text = body === undefined ? null : JSON.stringify(body).replace('THREAD', thread)
  return world.request(path, { method, headers, body: text })
}

test('every route has a row and every row a route', () => {
  const routes = world.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)

  expect([...new Set(routes)].sort()).toEqual(Object.keys(ROWS).sort())
})

const rowsOf = (access: Row['access']) =>
  Object.entries(ROWS).filter(([, row]) => row.access === access)

test('the owner sees the thread that the others below must not see', async () => {
  const response = await world.request('/v1/threads', {
    headers: { Authorization: ownerAuthorization },
  })

  expect(await response.text()).toContain(thread)
})

describe.each(rowsOf('walled'))('%s', (route, row) => {
  test.each([
    ['none', 401, 'token_missing'],
    ['expired', 401, 'token_expired'],
    ['forged', 403, 'token_rejected'],
  ])('refuses the token: %s', async (kind, status, error) => {
    const response = await call(route, row, tokens[kind])

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error })
  })

  test('answers as declared to somebody else, and shows nothing of the owner', async () => {
    const response = await call(route, row, tokens['foreign'])

    expect(response.status).toBe(row.foreign)
    expect(await response.text()).not.toContain(thread)
  })

  test('is kept by nobody and read by no other origin', async () => {
    const { headers } = await call(route, row, tokens['foreign'])

    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(headers.get('Cache-Control')).toMatch(/no-store|no-transform/)
  })
})

describe.each(rowsOf('open'))('%s', (route, row) => {
  test.each(['none', 'expired', 'forged', 'foreign'])('ignores the token: %s', async (kind) => {
    expect((await call(route, row, tokens[kind])).status).toBe(row.foreign)
  })
})

test.each(Object.entries(ROWS))('%s sets no cookie and names no software', async (route, row) => {
  const { headers } = await call(route, row, tokens['foreign'])

  for (const name of ['Set-Cookie', 'X-Powered-By', 'Server', 'X-Frame-Options']) {
    expect(headers.has(name)).toBe(false)
  }
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Cross-Origin-Resource-Policy')).not.toBeNull()
  expect(headers.get('Cache-Control')).not.toBeNull()
})
