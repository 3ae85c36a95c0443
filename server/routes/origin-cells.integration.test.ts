import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createChatClient, type ChatClient } from '../testing/chat-client.ts'
import { STATIC_ROWS } from '../testing/route-samples.ts'
import { API_ROUTES } from '../app.ts'

const LISTED = 'https://app.example'
const API = API_ROUTES.map(({ method, path }) => [method, `/v1${path}`] as const)
const NO_ROUTES = [
  ['GET', '/v1/nothing'],
  ['PATCH', '/v1/threads'],
] as const
/** A version in the build. */
const [VERSION = ''] = readdirSync('dist/v')
/** Any page may load the scripts; a file's address is signed, and opens by itself. */
const FOR_ALL = [
  '/alcove.js',
  '/alcove-panel.js',
  '/alcove-extras.js',
  '/alcove-debug.js',
  '/p/default/alcove.js',
  '/p/default/alcove-panel.js',
  '/p/default/alcove-extras.js',
  '/p/default/alcove-debug.js',
  `/v/${VERSION}/alcove.js`,
  '/files/file_x',
]
const STATIC = STATIC_ROWS.map(
  (row) =>
    row
      .replace(':project', 'default')
      .replace(':version/:file', `${VERSION}/alcove.js`)
      .split(' ') as [string, string],
).filter(([, path]) => !FOR_ALL.includes(path))

let model: ModelServer
let alcove: AlcoveServer
let own: string
let client: ChatClient
beforeAll(async () => {
  model = await startModelServer()
  alcove = await startAlcove({
    env: {
      ALCOVE_API_ORIGINS: LISTED,
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
    },
  })
  own = `http://127.0.0.1:${alcove.port}`
  client = await createChatClient(own)
})
afterAll(async () => {
  await alcove.stop()
  await model.stop()
})

const ORIGINS = {
  'its own': () => own,
  listed: () => LISTED,
  unlisted: () => 'https://evil.example',
  'null, as of a sandbox': () => 'null',
  none: () => undefined,
} as const
const MAY: readonly string[] = ['its own', 'listed']

async function ask(method: string, path: string, origin: string | undefined) {
  const sent: Record<string, string> = origin === undefined ? {} : { Origin: origin }
  const isPreflight = method === 'OPTIONS'
  const response = await client.call('/../..'.concat(path), {
    method,
    redirect: 'manual',
    headers: isPreflight ? { ...sent, 'Access-Control-Request-Method': 'POST' } : sent,
  })
  await response.body?.cancel()
  const { headers, status } = response
  return {
    status,
    origin: headers.get('Access-Control-Allow-Origin'),
    credentials: headers.get('Access-Control-Allow-Credentials'),
    methods: headers.get('Access-Control-Allow-Methods'),
    names: headers.get('Access-Control-Allow-Headers'),
    exposed: headers.get('Access-Control-Expose-Headers'),
    varies: /\bOrigin\b/.test(headers.get('Vary') ?? ''),
  }
}

const NOTHING = { origin: null, credentials: null, methods: null, names: null, exposed: null }

const CALL = { methods: null, names: null, exposed: expect.stringContaining('Retry-After') }
const PREFLIGHT = {
  methods: 'GET, POST, PUT, DELETE, OPTIONS',
  names: expect.stringContaining('Authorization'),
}

/** Headers that a page which may call gets, and other pages do not. */
const answerTo = (kind: string, origin: string | undefined, headers: object) =>
  MAY.includes(kind) ? { ...headers, origin, credentials: null } : NOTHING

describe.each(Object.entries(ORIGINS))('a page whose origin is %s', (kind, originOf) => {
  test.each([...API, ...NO_ROUTES])('%s %s', async (method, path) => {
    const origin = originOf()
    const call = await ask(method, path, origin)
    const preflight = await ask('OPTIONS', path, origin)

    expect(preflight.status).toBe(204)
    expect(call.status).toBeLessThan(500)
    expect([call.varies, preflight.varies]).toEqual([true, true])
    expect(call).toMatchObject(answerTo(kind, origin, CALL))
    expect(preflight).toMatchObject(answerTo(kind, origin, PREFLIGHT))
  })

  test.each(STATIC)('%s %s is for no script of another origin', async (method, path) => {
    expect(await ask(method, path, originOf())).toMatchObject(NOTHING)
    expect(await ask('OPTIONS', path, originOf())).toMatchObject(NOTHING)
  })

  test.each(FOR_ALL)('%s is for everybody, and without cookies', async (path) => {
    const everybody = { origin: '*', credentials: null }

    expect(await ask('GET', path, originOf())).toMatchObject(everybody)
  })

  test('a stream is read by the same pages', async () => {
    const origin = originOf()
    const response = await client.call('/chat', {
      method: 'POST',
      headers: { ...(origin === undefined ? {} : { Origin: origin }), 'alcove-stream': '1' },
      body: JSON.stringify({
        id: `thread ${kind}`,
        trigger: 'submit-message',
        messages: [{ id: 'abc1234', role: 'user', parts: [{ type: 'text', text: 'say Hi' }] }],
      }),
    })
    await response.text()

    expect(response.headers.get('Content-Type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(
      MAY.includes(kind) ? origin : null,
    )
    expect(response.headers.get('Vary')).toContain('Origin')
  })
})
