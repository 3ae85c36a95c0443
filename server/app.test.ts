import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './testing/create-test-app.ts'

let world: TestApp
beforeEach(async () => {
  world = await createTestApp()
})
afterEach(() => world.close())

test('the service says that it is well', async () => {
  const response = await world.request('/healthz')

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ ok: true })
})

test('without its database the service says that it is not, and when to ask again', async () => {
  const broken = await createTestApp()
  expect((await broken.request('/healthz')).status).toBe(200)
  await broken.close()

  const response = await broken.request('/healthz')

  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('5')
  expect(await response.json()).toMatchObject({ error: 'unavailable' })
})

test.each([
  ['GET', '/nothing'],
  ['GET', '/v1'],
  ['GET', '/v1/nothing'],
  ['GET', '/v1/threads/x/y'],
  ['DELETE', '/v1/auth'],
  ['GET', '/p/default/v1/nothing'],
  ['GET', '/v2/threads'],
])('%s %s is no route: JSON, not a page', async (method, path) => {
  const response = await world.request(path, { method })

  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ error: 'not_found', message: 'Not Found' })
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  expect(response.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  )
})

test.each(['//v1//threads', '/p//default//v1///threads'])('%s finds its route', async (path) => {
  const { authorization } = await world.signIn()
  const response = await world.app.request(`http://localhost${path}`, {
    headers: { Authorization: authorization },
  })

  expect(response.status).toBe(200)
})

test('answers are readable for the service’s own origin, and say for whom', async () => {
  const own = await world.request('/v1/threads', { headers: { Origin: 'http://localhost' } })
  const other = await world.request('/v1/threads', { headers: { Origin: 'https://evil.test' } })

  expect(own.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost')
  expect(own.headers.get('Access-Control-Expose-Headers')).toBe(
    'Authorization, Retry-After, X-Request-Id, x-vercel-ai-data-stream, x-vercel-ai-ui-message-stream, x-resumable-stream-id',
  )
  expect(other.headers.has('Access-Control-Allow-Origin')).toBe(false)
  for (const { headers } of [own, other]) {
    expect(headers.get('Vary')).toContain('Origin')
    expect(headers.has('Access-Control-Allow-Credentials')).toBe(false)
  }
})

test('a preflight of the own origin names what is allowed, another’s nothing', async () => {
  const ask = (origin: string) =>
    world.request('/v1/chat', {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    })
  const own = await ask('http://localhost')
  const other = await ask('https://evil.test')

  expect(own.status).toBe(204)
  expect(own.headers.get('Access-Control-Allow-Methods')).toContain('DELETE')
  expect(own.headers.get('Access-Control-Allow-Headers')).toContain('Alcove-Stream')
  expect(other.status).toBe(204)
  expect([...other.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('each request is one line of the log, with its pattern and without its ids', async () => {
  const { authorization } = await world.signIn()
  await world.request('/v1/threads/thread_secret/messages?after=', {
    headers: { Authorization: authorization },
  })

  expect(world.lines).toHaveLength(1)
  expect(JSON.parse(world.lines[0] ?? '')).toMatchObject({
    level: 'info',
    method: 'GET',
    route: '/v1/threads/:id/messages',
    status: 200,
    ms: 0,
    requestId: expect.any(String),
  })
  expect(world.lines[0]).not.toMatch(/thread_secret|eyJ/)
})

test('visitors who use up the calls of their address do not lock out the named users behind it', async () => {
  const limited = await createTestApp({ env: { ALCOVE_LIMITS: '{"callsPerAddressPerMinute":2}' } })
  const scope = { projectId: 'default', workspaceId: 'ada', userId: 'ada' }
  const ada = await limited.signIn({ ...scope, kind: 'host' })
  const visitor = await limited.signIn()
  const list = async (authorization: string) =>
    (await limited.request('/v1/threads', { headers: { Authorization: authorization } })).status

  expect([await list(visitor.authorization), await list(visitor.authorization)]).toEqual([200, 200])
  expect(await list(visitor.authorization)).toBe(429)
  expect(await list(ada.authorization)).toBe(200)
  // An invalid token reveals no more than the limit does; keys and open calls are counted.
  expect(await list('Bearer a.forged.token')).toBe(429)
  expect(await list('Bearer sk_notakey')).toBe(429)
  const mint = await limited.request('/v1/auth/tokens/anonymous', { method: 'POST' })
  expect(mint.status).toBe(429)
  const method = await limited.request('/v1/threads', {
    method: 'PUT',
    headers: { Authorization: 'Bearer a.forged.token' },
  })
  expect(method.status).toBe(429)
  await limited.close()
})

test('the request id of the log is that of the answer', async () => {
  const response = await world.request('/v1/threads')

  expect(JSON.parse(world.lines[0] ?? '')).toMatchObject({
    requestId: response.headers.get('X-Request-Id'),
  })
})

test('the 601st call of an address within a minute has to wait, the database not', async () => {
  const limited = await createTestApp({
    env: { ALCOVE_LIMITS: '{"callsPerAddressPerMinute":3}' },
  })
  for (let call = 0; call < 3; call++)
    expect((await limited.request('/v1/threads')).status).toBe(401)

  expect((await limited.request('/v1/threads')).status).toBe(429)
  expect((await limited.request('/healthz')).status).toBe(200)
  expect((await limited.request('/frame')).status).toBe(200)
  await limited.close()
})
