import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestIssuer } from '../testing/test-issuer.ts'
import { KEY_SET_MAX_BYTES, KEY_SET_TIMEOUT_MS } from './key-set.ts'
import { createHostTokens } from './host-token.ts'

const issuer = createTestIssuer('RS256', 'rsa-1')
const JSON_TYPE = { 'Content-Type': 'application/json' }
const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A real socket on this machine. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
}

const publish: RequestListener = (_request, response) => {
  response.writeHead(200, JSON_TYPE).end(JSON.stringify({ keys: [issuer.jwk] }))
}

function createWorld(url: string) {
  const failures: unknown[] = []
  const now = () => Date.now()
  const tokens = createHostTokens({
    fetch,
    onKeySetFailure: (_url, error) => failures.push(error),
    now,
  })
  const seconds = Math.floor(now() / 1000)
  const claims = { iss: 'login', aud: 'chat', sub: 'ada', iat: seconds, exp: seconds + 60 }
  const rule = { type: 'jwks', url, issuer: 'login', audience: 'chat' } as const
  return {
    failures,
    verify: () => tokens.verify(issuer.sign(claims), { id: 'shop', auth: [rule] }),
  }
}

test('a token is proved with a key that a real server publishes, fetched once', async () => {
  let requests = 0
  const url = await listen((request, response) => {
    requests++
    publish(request, response)
  })
  const { verify } = createWorld(url)

  await expect(verify()).resolves.toMatchObject({ identity: { userId: 'ada', projectId: 'shop' } })
  await verify()

  expect(requests).toBe(1)
})

test('a redirect is not followed, not even to a good set', async () => {
  let isFollowed = false
  const good = await listen((request, response) => {
    isFollowed = true
    publish(request, response)
  })
  const url = await listen((_request, response) => {
    response.writeHead(302, { Location: good }).end()
  })
  const { verify, failures } = createWorld(url)

  await expect(verify()).rejects.toMatchObject({ code: 'unavailable' })
  expect(isFollowed).toBe(false)
  expect(failures).toHaveLength(1)
  await expect(createWorld(good).verify()).resolves.toBeTruthy()
})

test.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['begins and never ends', (_request, response) => response.writeHead(200, JSON_TYPE).write('{')],
])('an issuer that %s is waited for one second', async (_title, listener) => {
  const { verify, failures } = createWorld(await listen(listener))
  const begun = performance.now()

  await expect(verify()).rejects.toMatchObject({ code: 'unavailable' })

  const waited = performance.now() - begun
  expect(waited).toBeGreaterThanOrEqual(KEY_SET_TIMEOUT_MS - 50)
  expect(failures).toMatchObject([{ name: 'TimeoutError' }])
})

test('a set without end is given up after 256 KiB', async () => {
  let sent = 0
  const url = await listen((_request, response) => {
    response.writeHead(200, JSON_TYPE)
    const more = () => {
      while (!response.destroyed) {
        sent += 65_536
        if (!response.write('x'.repeat(65_536))) return
      }
    }
    response.on('drain', more)
    more()
  })
  const { verify, failures } = createWorld(url)

  await expect(verify()).rejects.toMatchObject({ code: 'unavailable' })

  expect(failures).toMatchObject([{ message: expect.stringContaining(String(KEY_SET_MAX_BYTES)) }])
  expect(sent).toBeLessThan(100 * KEY_SET_MAX_BYTES)
})

test('a missing listener at the address is reported as the issuer’s fault', async () => {
  const { verify } = createWorld('http://127.0.0.1:1/keys')

  await expect(verify()).rejects.toMatchObject({ code: 'unavailable' })
})
