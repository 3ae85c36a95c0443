import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSessions, REUSE_GRACE_MS } from '../auth/sessions.ts'
import { createTestApp, jsonCall, TEST_SECRET, type TestApp } from '../testing/create-test-app.ts'

interface Tokens {
  access_token: string
  refresh_token: { token: string; expires_at: string }
}

let world: TestApp
beforeEach(async () => {
  world = await createTestApp()
})
afterEach(() => world.close())

const mint = (init: RequestInit = {}, base = '') =>
  world.request(`${base}/v1/auth/tokens/anonymous`, { method: 'POST', ...init })
const read = async (response: Response) => (await response.json()) as Tokens

test('a call without headers and body makes a visitor (6.4, 7.10, 7.11)', async () => {
  const response = await mint()
  const tokens = await read(response)

  expect(response.status).toBe(200)
  expect(tokens.refresh_token.token).toMatch(/^rt_/)
  expect(tokens.refresh_token.expires_at).toBe('2026-12-21T05:00:00.000Z')
  const threads = await world.request('/v1/threads', {
    headers: { Authorization: `Bearer ${tokens.access_token}` },
  })
  expect(await threads.json()).toEqual({ threads: [] })
})

test.each(['', '/p/default', '/', '//p//default'])(
  'the base "%s" is project default',
  async (base) => {
    expect((await mint({}, base)).status).toBe(200)
  },
)

test('another project does not exist', async () => {
  const response = await mint({}, '/p/other')

  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ error: 'not_found', message: 'Project not found' })
})

test.each(['http://localhost', 'https://localhost'])(
  'the frame’s own origin (%s) may ask',
  async (origin) => {
    const response = await mint({ headers: { Origin: origin } })

    expect(response.status).toBe(200)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin)
  },
)

test.each([
  'https://evil.test',
  'null',
  'https://localhost:3000',
  'http://localhost.evil.test',
  'http://localhost@evil.test',
  'http://localhost/',
  'file://',
  '',
])('a page elsewhere (Origin: %s) is refused and reads nothing', async (origin) => {
  const response = await mint({ headers: { Origin: origin } })

  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ error: 'origin_not_allowed' })
  expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
})

test('the public address is the service’s own origin too', async () => {
  const other = await createTestApp({ env: { ALCOVE_PUBLIC_URL: 'https://chat.example.com' } })
  const call = (origin: string) =>
    other.request('/v1/auth/tokens/anonymous', { method: 'POST', headers: { Origin: origin } })

  expect((await call('https://chat.example.com')).status).toBe(200)
  expect((await call('https://chat.example.com.evil.test')).status).toBe(403)
  await other.close()
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
  'a body of type "%s" is refused',
  async (type) => {
    const response = await mint({ headers: { 'Content-Type': type }, body: '{}' })

    expect(response.status).toBe(415)
  },
)

test('a refresh gives the same visitor another access token, and the token that a crash may bring back (7.13)', async () => {
  const first = await read(await mint())
  world.clock.ms += 60_000
  const response = await world.request(
    '/v1/auth/tokens/refresh',
    jsonCall({ refresh_token: first.refresh_token.token }),
  )
  const second = await read(response)

  expect(response.status).toBe(200)
  expect(second.refresh_token.token).toBe(first.refresh_token.token)
  expect(second.refresh_token.expires_at > first.refresh_token.expires_at).toBe(true)
  expect(second.access_token).not.toBe(first.access_token)
  expect(subjectOf(second)).toBe(subjectOf(first))
})

test('an unknown refresh token is refused as dead', async () => {
  const response = await world.request(
    '/v1/auth/tokens/refresh',
    jsonCall({ refresh_token: `rt_${'a'.repeat(43)}` }),
  )

  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({
    error: 'auth_failed',
    message: 'Invalid refresh token',
    details: { reason: 'token_unknown' },
  })
})

test('a named user’s token that comes back late ends the session, and the log tells without it', async () => {
  const refresh = async (token: string) =>
    world.request('/v1/auth/tokens/refresh', jsonCall({ refresh_token: token }))
  const sessions = createSessions({
    queries: world.store.sessions,
    secret: TEST_SECRET,
    onReuse: () => {},
    now: () => world.clock.ms,
  })
  const first = (await sessions.start('default', 'ada')).token
  const second = (await read(await refresh(first))).refresh_token.token
  const third = (await read(await refresh(second))).refresh_token.token
  world.clock.ms += REUSE_GRACE_MS + 1

  const stolen = await refresh(first)

  expect(stolen.status).toBe(401)
  expect(await stolen.json()).toMatchObject({ details: { reason: 'token_reused' } })
  expect((await refresh(third)).status).toBe(401)
  expect(world.lines.join('')).toContain('session ended')
  expect(world.lines.join('')).not.toMatch(/rt_|eyJ/)
})

test('a backend gets tokens for users whom it names, and for nobody else (7.14)', async () => {
  const wanted = { projectId: 'default', name: 'backend', scope: 'server' } as const
  const { key } = await world.apiKeys.create(wanted)
  const ask = (headers: Record<string, string>) =>
    world.request('/v1/auth/tokens', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, ...headers },
    })

  const forNobody = await ask({})

  expect((await ask({ 'Aui-User-Id': 'ada' })).status).toBe(200)
  expect(forNobody.status).toBe(400)
  expect(await forNobody.json()).toMatchObject({
    message: 'Aui-User-Id: name the user whom the token is for.',
  })
})

test.each([
  [{}, 'refresh_token'],
  [{ refresh_token: 7 }, 'refresh_token'],
  [[], 'refresh_token'],
  ['text', 'an object'],
])('a refresh with the body %j is a bad request (7.12)', async (body, part) => {
  const response = await world.request('/v1/auth/tokens/refresh', jsonCall(body))

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: 'invalid_request',
    message: expect.stringContaining(part),
  })
})

test('the 31st visitor of an address within a minute has to wait', async () => {
  const limited = await createTestApp({ env: { ALCOVE_LIMITS: '{}' } })
  const call = (headers: Record<string, string> = {}) =>
    limited.request('/v1/auth/tokens/anonymous', { method: 'POST', headers })
  for (let visitor = 0; visitor < 30; visitor++) expect((await call()).status).toBe(200)

  const refused = await call({ 'X-Forwarded-For': '6.6.6.6' })

  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('2')
  expect(await refused.json()).toEqual({
    error: 'rate_limited',
    message: 'Too many requests. Try again in 2 seconds.',
    details: { retryAfter: 2 },
  })
  limited.clock.ms += 2_000
  expect((await call()).status).toBe(200)
  await limited.close()
})

test('behind a trusted proxy each visitor has a limit of their own', async () => {
  const limited = await createTestApp({
    env: { ALCOVE_LIMITS: '{}', ALCOVE_TRUSTED_PROXIES: '1' },
  })
  const call = (address: string) =>
    limited.request('/v1/auth/tokens/anonymous', {
      method: 'POST',
      headers: { 'X-Forwarded-For': address },
    })
  for (let visitor = 0; visitor < 30; visitor++) await call('1.2.3.4')

  expect((await call('1.2.3.4')).status).toBe(429)
  expect((await call('1.2.3.5')).status).toBe(200)
  await limited.close()
})

function subjectOf({ access_token: token }: Tokens): unknown {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return (claims as { sub: string }).sub
}
