import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const PUBLIC_URL = 'https://chat.test'

let world: TestApp
let authorization: string
beforeAll(async () => {
  world = await createTestApp({
    env: { ALCOVE_PUBLIC_URL: PUBLIC_URL },
    config: {
      projects: {
        default: { apiOrigins: ['https://app.example', 'https://*.shop.example'] },
        other: { apiOrigins: ['https://other.example'] },
      },
    },
  })
  await world.store.projects.create({ id: 'other', name: 'Other' })
  authorization = (await world.signIn()).authorization
})
afterAll(() => world.close())

const headersOf = async (method: string, origin: string | undefined, base = '') => {
  const headers = {
    Authorization: authorization,
    ...(origin === undefined ? {} : { Origin: origin }),
  }
  return (await world.request(`${base}/v1/threads`, { method, headers })).headers
}
const allowed = async (origin: string, base = '') => {
  const [asked, called] = [
    await headersOf('OPTIONS', origin, base),
    await headersOf('GET', origin, base),
  ]
  const answers = [asked, called].map((headers) => headers.get('Access-Control-Allow-Origin'))
  expect(answers[0]).toBe(answers[1])
  expect(asked.get('Vary')).toContain('Origin')
  expect(called.get('Vary')).toContain('Origin')
  expect(called.has('Access-Control-Allow-Credentials')).toBe(false)
  return answers[0]
}

test.each([
  PUBLIC_URL,
  'https://app.example',
  'https://eu.shop.example',
  'https://a.b.shop.example',
])('a page of %s may call and read', async (origin) => {
  expect(await allowed(origin)).toBe(origin)
})

test.each([
  'https://evil.test',
  'null',
  '',
  'http://app.example',
  'https://app.example:8443',
  'https://app.example.evil.test',
  'https://evilapp.example',
  'https://shop.example',
  'https://shop.example.evil.test',
  'https://evilshop.example',
  'https://app.example, https://evil.test',
  'https://app.example/',
  'https://APP.example',
  'https://user@app.example',
  'https://app.example\0',
  'https://other.example',
  '*',
])('a page of "%s" may not', async (origin) => {
  const safe = origin.replace('\0', '%00')

  expect(await allowed(safe)).toBeNull()
})

test('each project has origins of its own', async () => {
  expect(await allowed('https://other.example', '/p/other')).toBe('https://other.example')
  expect(await allowed('https://app.example', '/p/other')).toBeNull()
  expect(await allowed('https://app.example', '/p/default')).toBe('https://app.example')
})

test('a page that may call learns what it may send and read', async () => {
  const asked = await headersOf('OPTIONS', 'https://app.example')
  const called = await headersOf('GET', 'https://app.example')

  expect(asked.get('Access-Control-Allow-Methods')).toBe('GET, POST, PUT, DELETE, OPTIONS')
  for (const name of ['Authorization', 'Content-Type', 'Aui-Sdk', 'Aui-User-Id', 'Alcove-Stream']) {
    expect(asked.get('Access-Control-Allow-Headers')).toContain(name)
  }
  for (const name of ['Authorization', 'Retry-After', 'x-vercel-ai-data-stream']) {
    expect(called.get('Access-Control-Expose-Headers')).toContain(name)
  }
})

test('a question of another page is answered without any of that', async () => {
  const response = await world.request('/v1/threads', {
    method: 'OPTIONS',
    headers: { Origin: 'https://evil.test' },
  })
  const named = [...response.headers.keys()].filter((name) => name.startsWith('access-control'))

  expect(response.status).toBe(204)
  expect(named).toEqual([])
})

test('a call without an origin, as servers make it, is answered as ever', async () => {
  const headers = await headersOf('GET', undefined)

  expect(headers.has('Access-Control-Allow-Origin')).toBe(false)
})

test('a page that may call reads refusals too', async () => {
  const response = await world.request('/v1/threads', {
    headers: { Origin: 'https://app.example' },
  })

  expect(response.status).toBe(401)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example')
})

test('visitors are made for pages of the project, and for no others', async () => {
  const make = async (origin: string) => {
    const headers = { Origin: origin }
    return (await world.request('/v1/auth/tokens/anonymous', { method: 'POST', headers })).status
  }

  expect(await make('https://app.example')).toBe(200)
  expect(await make('https://evil.test')).toBe(403)
})
