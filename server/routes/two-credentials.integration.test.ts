import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { openSocket } from '../testing/open-socket.ts'
import { requireDeclared } from '../testing/require-declared.ts'
import { API_ROUTES } from '../app.ts'

const WALLED = API_ROUTES.filter(({ access }) => access !== 'open')

let alcove: AlcoveServer
let token: string
beforeAll(async () => {
  alcove = await startAlcove({ env: {} })
  const origin = `http://127.0.0.1:${alcove.port}`
  const minted = await fetch(`${origin}/v1/auth/tokens/anonymous`, { method: 'POST' })
  token = `Bearer ${((await minted.json()) as { access_token: string }).access_token}`
})
afterAll(() => alcove.stop())

/** As bytes on a socket: a client of Node would join the headers itself. */
async function call(method: string, path: string, authorizations: readonly string[]) {
  const socket = await openSocket(alcove.port)
  const lines = authorizations.map((value) => `Authorization: ${value}\r\n`)
  const rest = 'Host: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${rest}`)
  await socket.end
  const [head = '', body = ''] = socket.text().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}

const TWICE = {
  status: 400,
  body: expect.stringContaining(
    'There is more than one Authorization header; send the one that says who calls.',
  ),
}

test.each(WALLED)('$method $path takes one who calls, and refuses two', async (route) => {
  const path = `/v1${route.path}`

  const one = await call(route.method, path, [token])
  const same = await call(route.method, path, [token, token])

  expect(one.body).not.toContain('Authorization')
  expect([200, 204, 400, 403, 404, 415]).toContain(one.status)
  expect(same).toMatchObject(TWICE)
  const json = { 'Content-Type': 'application/json' }
  await requireDeclared(route.method, path, new Response(same.body, { ...same, headers: json }))
})

test.each([
  ['a good one first', () => [token, 'Bearer x.y.z']],
  ['a good one last', () => ['Bearer x.y.z', token]],
  ['one of another kind first', () => ['Basic YTpi', token]],
  ['one of another kind last', () => [token, 'Basic YTpi']],
  ['an empty one first', () => ['', token]],
  ['an empty one last', () => [token, '']],
  ['three', () => [token, token, token]],
  ['two that a proxy joined', () => [`${token}, ${token}`]],
  ['two keys', () => ['Bearer sk_1', 'Bearer pk_1']],
])('%s: nobody calls', async (_name, authorizations) => {
  expect(await call('GET', '/v1/threads', authorizations())).toMatchObject(TWICE)
  expect(await call('GET', '/p/default/v1/threads', authorizations())).toMatchObject(TWICE)
})

test('one header is judged by itself, commas and all', async () => {
  const digest = 'Digest username="a", realm="b"'

  expect((await call('GET', '/v1/threads', [token])).status).toBe(200)
  expect(await call('GET', '/v1/threads', [digest])).toMatchObject({
    status: 401,
    body: expect.stringContaining('must begin with'),
  })
})
