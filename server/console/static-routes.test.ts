import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { frameConfigSchema } from '../../shared/wire/frame-config.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const POLICY_START =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src blob:; worker-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors "
const POLICY_END = "; require-trusted-types-for 'script'; trusted-types alcove-worker alcove-puzzle"
const LOCAL = 'http://localhost:* http://127.0.0.1:*'

let world: TestApp
beforeEach(async () => {
  world = await createTestApp()
})
afterEach(() => world.close())

const headersOf = ({ headers }: Response) => {
  const all = Object.fromEntries(headers)
  delete all['x-request-id']
  delete all['etag']
  return all
}
const policyOf = async (app: TestApp, path = '/frame') =>
  (await app.request(path)).headers.get('Content-Security-Policy')

/** Reads the meta tag as the frame does. */
function configOf(html: string) {
  const content = /<meta name="alcove" content="([^"]*)" \/>/.exec(html)?.[1] ?? ''
  const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" }
  const text = content.replace(/&([^;]+);/g, (_all, name: string) => entities[name] ?? '')
  return v.parse(frameConfigSchema, JSON.parse(text))
}

test.each(['/frame', '/p/default/frame'])('%s has exactly these headers (T15)', async (path) => {
  const response = await world.request(path)

  expect(response.status).toBe(200)
  expect(headersOf(response)).toEqual({
    'cache-control': 'no-cache',
    'content-length': String((await response.text()).length),
    'content-security-policy': `${POLICY_START}${LOCAL}${POLICY_END}`,
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'referrer-policy': 'no-referrer',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
})

test('configured origins are added to the policy and to what the frame is told (T03)', async () => {
  const app = await createTestApp({
    env: { ALCOVE_ALLOWED_ORIGINS: 'https://shop.example,https://*.shop.example:8443' },
  })
  const hosts = `${LOCAL} https://shop.example https://*.shop.example:8443`

  expect(await policyOf(app)).toBe(`${POLICY_START}${hosts}${POLICY_END}`)
  expect(configOf(await (await app.request('/frame')).text())).toEqual({
    project: 'default',
    basePath: '',
    allowedHosts: hosts.split(' '),
    limits: expect.objectContaining({ filesPerMessage: 10 }),
  })
  await app.close()
})

test.each([
  ['https://chat.example.com', `${POLICY_END}; upgrade-insecure-requests`],
  ['http://chat.example.com', POLICY_END],
])('with the public address %s the policy ends right', async (address, end) => {
  // Others can reach the server, so a page of localhost may belong to anyone.
  const app = await createTestApp({ env: { ALCOVE_PUBLIC_URL: address } })

  expect(await policyOf(app)).toBe(`${POLICY_START}'none'${end}`)
  await app.close()
})

test('the named base tells the frame where its API is', async () => {
  const response = await world.request('/p/default/frame')

  expect(configOf(await response.text())).toMatchObject({
    project: 'default',
    basePath: '/p/default',
  })
})

test('unknown projects all get one document that nobody may embed and that knows nothing (T01)', async () => {
  const answers = await Promise.all(
    ['other', 'Default', 'default%20', '%3Cscript%3E', 'constructor'].map(async (project) =>
      world.request(`/p/${project}/frame`),
    ),
  )
  const texts = await Promise.all(answers.map((answer) => answer.text()))

  expect(new Set(texts).size).toBe(1)
  expect(configOf(texts[0] ?? '')).toEqual({ project: '', basePath: '', allowedHosts: [] })
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Security-Policy')).toBe(`${POLICY_START}'none'${POLICY_END}`)
  }
})

test('the loader may be fetched by any page and is kept for five minutes', async () => {
  const response = await world.request('/alcove.js')

  expect(headersOf(response)).toEqual({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=300',
    'content-length': String((await response.text()).length),
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
})

test('a file of a version may be fetched by any page and is kept for ever', async () => {
  const response = await world.request('/v/1.2.3/alcove.js')

  expect(headersOf(response)).toEqual({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': '7',
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
})

test('an asset is kept for ever', async () => {
  const response = await world.request('/frame/assets/main-a1b2.js')

  expect(headersOf(response)).toEqual({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': '6',
    'content-security-policy': "default-src 'none'",
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
})

test('the licences of packages in the frame are a public text', async () => {
  const response = await world.request('/frame/third-party-licenses.txt')

  expect(await response.text()).toBe('react (MIT)')
  expect(headersOf(response)).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
})

describe('nothing but what was built is served', () => {
  test.each([
    '/frame/assets/',
    '/frame/assets/other.js',
    '/frame/assets/../index.html',
    '/frame/assets/%2e%2e%2findex.html',
    '/frame/assets/..%5cindex.html',
    '/frame/assets/main-a1b2.js/x',
    '/frame/assets/main-a1b2.js%00',
    '/frame/assets/constructor',
    '/frame/.vite/manifest.json',
    '/frame/index.html',
    '/.env',
    '/data/alcove.db',
    '/alcove.js.map',
    '/v/1.2.3/',
    '/v/1.2.3/other.js',
    '/v/1.2.3/../../data/alcove.db',
    '/v/1.2.4/alcove.js',
    '/v/constructor/alcove.js',
    '/v/1.2.3/constructor',
  ])('%s', async (path) => {
    const response = await world.request(path)

    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'not_found', message: 'Not Found' })
  })
})

test('the front page shows the tag for the address it was asked at', async () => {
  const response = await world.app.request('http://127.0.0.1:8787/')

  expect(await response.text()).toContain(
    '&lt;script async src=&quot;http://127.0.0.1:8787/p/default/alcove.js&quot;&gt;&lt;/script&gt;',
  )
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})
