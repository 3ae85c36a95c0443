import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { NOTIFIED_MAX } from './hourly-notifier.ts'
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

test('each project has its own origins', async () => {
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

async function openWorld(env: Record<string, string>) {
  const own = await createTestApp({ env })
  onTestFinished(() => own.close())
  await own.store.projects.create({ id: 'other', name: 'Other' })
  const mint = async (origin: string, base = '') => {
    const headers = { Origin: origin }
    const response = await own.request(`${base}/v1/auth/tokens/anonymous`, {
      method: 'POST',
      headers,
    })
    return [response.status, response.headers.get('Access-Control-Allow-Origin')]
  }
  const warnings = () => own.lines.filter((line) => line.includes('may not call the API'))
  return { ...own, mint, warnings }
}

test.each(['http://localhost:3000', 'http://localhost', 'http://127.0.0.1:5173'])(
  'outside of production a page of %s calls the API of every project, without a warning',
  async (origin) => {
    const { mint, warnings } = await openWorld({})

    expect(await mint(origin)).toEqual([200, origin])
    expect(await mint(origin, '/p/other')).toEqual([200, origin])
    expect(await mint('http://localhost.evil.test:3000')).toEqual([403, null])
    expect(warnings()).toHaveLength(1)
  },
)

test('in production localhost is refused, and the log says how to let it', async () => {
  const { mint, warnings } = await openWorld({ NODE_ENV: 'production' })
  const origin = 'http://localhost:3000'

  expect(await mint(origin)).toEqual([403, null])
  expect(await mint(origin)).toEqual([403, null])
  expect(await mint(origin, '/p/other')).toEqual([403, null])

  const [first = '', second = '', ...rest] = warnings()
  expect(rest).toEqual([])
  expect(first).toContain('http://localhost:3000')
  expect(first).toContain('add it to ALCOVE_API_ORIGINS')
  expect(second).toContain('add it to apiOrigins of project \\"other\\" in alcove.config.ts')
})

test('in production ALCOVE_API_ORIGINS names pages that may call project default', async () => {
  const ALCOVE_API_ORIGINS = 'https://app.example, http://localhost:*'
  const { mint, warnings } = await openWorld({ HOST: '0.0.0.0', ALCOVE_API_ORIGINS })

  expect(await mint('https://app.example')).toEqual([200, 'https://app.example'])
  expect(await mint('http://localhost:3000')).toEqual([200, 'http://localhost:3000'])
  expect(warnings()).toEqual([])
  expect(await mint('https://app.example', '/p/other')).toEqual([403, null])
})

test('a flood of made-up pages tells so many and no more, until the hour is over', async () => {
  const { mint, warnings, clock } = await openWorld({})
  for (let index = 0; index <= NOTIFIED_MAX; index += 1) {
    await mint(`https://evil-${index}.test`)
  }
  expect(warnings()).toHaveLength(NOTIFIED_MAX)

  clock.ms += 3_600_000
  await mint('https://mistaken.example')

  expect(warnings().at(-1)).toContain('https://mistaken.example')
})
