import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

let world: TestApp
let authorization: string
beforeAll(async () => {
  world = await createTestApp({ config: { projects: { library: { readOnly: true } } } })
  await world.store.projects.create({ id: 'library', name: 'Library' })
  authorization = (await world.signIn()).authorization
})
afterAll(() => world.close())

const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  world.request(path, { method, headers: { Authorization: authorization, ...headers } })

test.each([
  ['GET', '/v1/nothing'],
  ['POST', '/v1'],
  ['GET', '/v1/threads/a/b/c'],
  ['PUT', '/p/default/v1/nothing'],
  ['GET', '/v2/threads'],
])('%s %s is not found, in JSON', async (method, path) => {
  const response = await call(method, path)

  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ error: 'not_found', message: 'Not Found' })
})

test.each([
  ['PATCH', '/v1/threads', 'GET, POST, OPTIONS'],
  ['DELETE', '/v1/threads', 'GET, POST, OPTIONS'],
  ['GET', '/v1/chat', 'POST, OPTIONS'],
  ['POST', '/v1/threads/thread_1', 'GET, PUT, DELETE, OPTIONS'],
])('%s %s is not allowed, and the answer says what is', async (method, path, allow) => {
  const response = await call(method, path)

  expect(response.status).toBe(405)
  expect(response.headers.get('Allow')).toBe(allow)
  expect(await response.json()).toEqual({
    error: 'method_not_allowed',
    message: 'Method Not Allowed',
  })
})

test('a fixed path is not the varying part of another one', async () => {
  const claim = await call('POST', '/v1/threads/claim')

  expect(claim.status).toBe(403)
  expect((await call('GET', '/v1/threads/claim')).status).toBe(404)
})

test('HEAD answers as GET does, without a body', async () => {
  const response = await call('HEAD', '/v1/threads')

  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  expect(await response.text()).toBe('')
  expect((await world.request('/v1/threads', { method: 'HEAD' })).status).toBe(401)
})

test('a doubled slash is one slash', async () => {
  expect((await call('GET', '//v1/threads')).status).toBe(200)
  expect((await call('GET', '/p/default//v1//threads')).status).toBe(200)
})

test.each(['/p/Unknown/v1/threads', '/p/..%2Fdefault/v1/threads', '/p/%00/v1/docs'])(
  '%s is of no project',
  async (path) => {
    const response = await call('GET', path)

    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'not_found', message: 'Project not found' })
  },
)

test('a read-only project is read, and not written', async () => {
  const identity = {
    projectId: 'library',
    workspaceId: 'ada',
    userId: 'ada',
    kind: 'host',
  } as const
  const as = { Authorization: (await world.signIn(identity)).authorization }

  expect((await call('GET', '/p/library/v1/threads', as)).status).toBe(200)
  const refused = await call('POST', '/p/library/v1/threads', as)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    error: 'forbidden',
    message: 'This project is read-only.',
  })
})

test('a body is not read before the wall is passed', async () => {
  let pulls = 0
  const body = new ReadableStream(
    {
      pull(controller) {
        pulls++
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body, duplex: 'half' }

  expect((await world.request('/v1/threads', init)).status).toBe(401)
  expect(pulls).toBe(0)
})
