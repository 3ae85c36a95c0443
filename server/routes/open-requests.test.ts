import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../testing/create-test-app.ts'
import { REFUSED_LOG_MS } from './connections.ts'
import { createRequestLimit } from './open-requests.ts'

const MAX = 3
const ONE = '203.0.113.7'
const OTHER = '203.0.113.8'

const LAST = 'Connection: close\r\n'
const head = (address: string, more = '', method = 'GET') =>
  `${method} / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 6.6.6.6, ${address}:4711\r\n${more}\r\n`

/** A server behind a trusted proxy, which refuses requests over the limit and holds all others. */
async function listen(max = MAX) {
  const clock = { ms: 0 }
  const warnings: object[] = []
  const held: ServerResponse[] = []
  const limit = createRequestLimit({
    max,
    trustedProxies: 1,
    addressKey: (address) => `key of ${address}`,
    log: { warn: (facts) => void warnings.push(facts) },
    now: () => clock.ms,
  })
  const server = createServer((request, response) => {
    if (limit.isTooMany(request)) response.writeHead(429).end('refused')
    else held.push(response)
  })
  limit.watch(server)
  // No connection ends by time-out.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo

  function open(text: string) {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket.on('data', (piece) => (received += String(piece)))
    socket.on('error', () => {})
    const closed = once(socket, 'close').then(() => received)
    return { socket, closed, received: () => received }
  }
  /** True if one more request of the address is held; it stays open. */
  async function isHeld(address: string) {
    const heard = once(server, 'request') as Promise<[IncomingMessage]>
    open(head(address))
    const [request] = await heard
    return !limit.isTooMany(request)
  }
  async function fill(address: string, count = max) {
    for (let index = 0; index < count; index += 1) expect(await isHeld(address)).toBe(true)
  }
  return { open, isHeld, fill, held, warnings, clock, server }
}

test('an address has as many requests open as it may and not one more, and another has its own', async () => {
  const { open, isHeld, fill, warnings } = await listen()
  await fill(ONE)
  expect(warnings).toEqual([])

  expect(await open(head(ONE, LAST)).closed).toMatch(/^HTTP\/1\.1 429 /)
  expect(warnings).toEqual([{ requests: MAX, addressKey: `key of ${ONE}` }])
  await fill(OTHER)
  expect(await isHeld(OTHER)).toBe(false)
})

test('what a visitor writes into the header chooses no other bucket', async () => {
  const { open, fill } = await listen()
  await fill(ONE)
  const spoofed = head(ONE, LAST).replace('6.6.6.6', '1.2.3.4, 5.6.7.8')

  expect(await open(spoofed).closed).toMatch(/^HTTP\/1\.1 429 /)
})

test('connections without a request, and requests of many visitors, are not limited', async () => {
  const { open, isHeld, held } = await listen(1)
  const idle = Array.from({ length: 100 }, () => open(''))
  const visitors = Array.from({ length: 100 }, (_, index) => open(head(`198.51.100.${index}`)))
  await expect.poll(() => held.length).toBe(100)

  expect(await isHeld(ONE)).toBe(true)
  expect([...idle, ...visitors].filter(({ socket }) => socket.destroyed)).toEqual([])
})

test.each([
  ['an answer that has ended', 'GET', (response: ServerResponse) => response.end('done')],
  ['an answer of a head', 'HEAD', (response: ServerResponse) => response.end()],
  ['an answer that broke off', 'GET', (response: ServerResponse) => response.destroy()],
  [
    'a stream that has ended',
    'GET',
    (response: ServerResponse) => response.write('a') && response.end(),
  ],
])('%s makes room for one request', async (_name, method, end) => {
  const { open, isHeld, fill, held } = await listen()
  open(head(ONE, '', method))
  await expect.poll(() => held.length).toBe(1)
  await fill(ONE, MAX - 1)
  expect(await isHeld(ONE)).toBe(false)
  const closed = once(held[0]!, 'close')
  end(held[0]!)
  await closed

  expect(await isHeld(ONE)).toBe(true)
  expect(await isHeld(ONE)).toBe(false)
})

test('a stream counts until its reader is gone', async () => {
  const { open, isHeld, fill, held } = await listen()
  const reader = open(head(ONE))
  await expect.poll(() => held.length).toBe(1)
  held[0]!.write('the beginning')
  await expect.poll(reader.received).toContain('the beginning')
  await fill(ONE, MAX - 1)
  expect(await isHeld(ONE)).toBe(false)

  const closed = once(held[0]!, 'close')
  reader.socket.destroy()
  await closed
  expect(await isHeld(ONE)).toBe(true)
  expect(await isHeld(ONE)).toBe(false)
})

test('a connection that asks again counts once at a time', async () => {
  const { open, fill, held } = await listen()
  await fill(ONE, MAX - 1)
  const { socket, received } = open('')
  for (let turn = 1; turn <= 5; turn += 1) {
    const before = held.length
    socket.write(head(ONE))
    await expect.poll(() => held.length).toBe(before + 1)
    held.at(-1)!.end(`answer ${turn}`)
    await expect.poll(received).toContain(`answer ${turn}`)
  }

  expect(received()).not.toContain('429')
})

test('requests that one connection sends ahead all count, and go with it', async () => {
  const { open, isHeld, held } = await listen()
  const ahead = open(head(ONE).repeat(MAX))
  await expect.poll(() => held.length).toBe(MAX)
  expect(await isHeld(ONE)).toBe(false)

  const closed = once(held.at(-1)!, 'close')
  ahead.socket.destroy()
  await closed
  for (let index = 0; index < MAX; index += 1) expect(await isHeld(ONE)).toBe(true)
  expect(await isHeld(ONE)).toBe(false)
})

test('a body that drips in counts, also after its answer', async () => {
  const { open, isHeld, fill, held } = await listen()
  const slow = open(`${head(ONE, 'Content-Length: 10\r\n')}ab`)
  await expect.poll(() => held.length).toBe(1)
  await fill(ONE, MAX - 1)
  expect(await isHeld(ONE)).toBe(false)

  held[0]!.end('early')
  await expect.poll(slow.received).toContain('early')
  expect(await isHeld(ONE)).toBe(false)
  slow.socket.write('cdefghij')
  await expect.poll(() => isHeld(ONE)).toBe(true)
  expect(await isHeld(ONE)).toBe(false)
})

test('a body that never comes whole counts until its connection is gone', async () => {
  const { open, isHeld, fill, held } = await listen()
  const slow = open(`${head(ONE, 'Content-Length: 10\r\n')}ab`)
  await expect.poll(() => held.length).toBe(1)
  await fill(ONE, MAX - 1)
  held[0]!.end('early')
  await expect.poll(slow.received).toContain('early')
  expect(await isHeld(ONE)).toBe(false)

  slow.socket.destroy()
  await expect.poll(() => isHeld(ONE)).toBe(true)
  expect(await isHeld(ONE)).toBe(false)
})

test('a refused request loses its connection when its body does not come', async () => {
  const { open, fill } = await listen()
  await fill(ONE)

  expect(await open(`${head(ONE, 'Content-Length: 10\r\n')}ab`).closed).toMatch(/ 429 /)
})

test('a refused request whose body comes keeps its connection', async () => {
  const { open, fill } = await listen()
  await fill(ONE)
  const { socket, received } = open(`${head(ONE, 'Content-Length: 10\r\n')}ab`)
  await expect.poll(received).toContain('429')
  socket.write(`cdefghij${head(ONE)}`)

  await expect.poll(() => received().match(/ 429 /g)).toHaveLength(2)
})

test('a request with an expectation that is not met keeps no connection', async () => {
  const { open } = await listen()
  const text = `${head(ONE, 'Expect: miracles\r\nContent-Length: 10\r\n')}ab`

  expect(await open(text).closed).toMatch(/^HTTP\/1\.1 417 /)
})

test('the log has one line a minute', async () => {
  const { isHeld, warnings, clock } = await listen(1)
  await isHeld(ONE)
  await isHeld(OTHER)
  await isHeld(ONE)
  clock.ms += REFUSED_LOG_MS - 1
  await isHeld(OTHER)
  expect(warnings).toHaveLength(1)

  clock.ms += 1
  await isHeld(OTHER)
  expect(warnings).toEqual([
    { requests: 1, addressKey: `key of ${ONE}` },
    { requests: 1, addressKey: `key of ${OTHER}` },
  ])
})

test('what is too much is refused on every path but that of health, so that its page may read why', async () => {
  const origin = 'https://app.shop.example'
  const { app, close } = await createTestApp({ env: { ALCOVE_API_ORIGINS: origin } })
  const call = async (path: string, isTooMany: boolean, init: RequestInit = {}) =>
    await app.request(path, { headers: { Origin: origin }, ...init }, { isTooMany })
  for (const path of ['/v1/threads', '/p/default/v1/threads', '/alcove.js', '/files/x', '/frame']) {
    const refused = await call(path, true)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('5')
    expect(await refused.json()).toMatchObject({ error: 'rate_limited' })
    expect((await call(path, false)).status).not.toBe(429)
  }

  expect((await call('/v1/threads', true)).headers.get('Access-Control-Allow-Origin')).toBe(origin)
  expect((await call('/v1/threads', true, { method: 'OPTIONS' })).status).toBe(204)
  expect((await call('/healthz', true)).status).toBe(200)
  await close()
})
