import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { createServer, Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { serverOptionsOf, SOCKET_LIMITS, type SocketLimits } from './connections.ts'

const LONG_MS = 60_000
const NEVER_SOON: SocketLimits = {
  headersMs: LONG_MS,
  checkMs: 50,
  keepAliveMs: LONG_MS,
  idleMs: LONG_MS,
}
const SHORT_MS = 1_000
const BEATS = 8

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A stream whose heartbeats are more frequent than the idle limit, and last longer than it. */
function createBeats(): ReadableStream<Uint8Array> {
  let left = BEATS
  let timer: NodeJS.Timeout | undefined
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => {
        controller.enqueue(Buffer.from(': beat\n\n'))
        if (--left > 0) return
        clearInterval(timer)
        controller.close()
      }, SHORT_MS / 3)
    },
    cancel: () => clearInterval(timer),
  })
}

async function listen(limits: SocketLimits) {
  const fetch = (request: Request) =>
    new Response(request.url.endsWith('/beats') ? createBeats() : 'ok')
  const server = serve({
    fetch,
    port: 0,
    hostname: '127.0.0.1',
    createServer,
    serverOptions: serverOptionsOf(limits),
  })
  server.setTimeout(limits.idleMs)
  await once(server, 'listening')
  stops.push(() => {
    if (server instanceof Server) server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return (text: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    stops.push(() => socket.destroy())
    let received = ''
    socket.on('data', (piece) => (received += piece.toString()))
    socket.on('error', () => {})
    const answered = once(socket, 'data')
    const closed = once(socket, 'close').then(() => received)
    return { answered, closed }
  }
}

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`

test('a socket that never says anything is closed', async () => {
  const open = await listen({ ...NEVER_SOON, idleMs: SHORT_MS })

  expect(await open('').closed).toBe('')
})

test('a request that stops halfway is closed, and a whole one answered', async () => {
  const open = await listen({ ...NEVER_SOON, idleMs: SHORT_MS })

  expect(await open(`${GET('/')}Connection: close\r\n\r\n`).closed).toMatch(/^HTTP\/1\.1 200 /)
  expect(await open(GET('/')).closed).toBe('')
})

test('a head that drips in ends at its own limit, whatever the socket does', async () => {
  const open = await listen({ ...NEVER_SOON, headersMs: SHORT_MS })
  const started = performance.now()

  expect(await open(GET('/')).closed).toMatch(/^HTTP\/1\.1 408 /)
  expect(performance.now() - started).toBeGreaterThanOrEqual(SHORT_MS)
})

test('a socket waits for its next request as long as it may', async () => {
  const open = await listen({ ...NEVER_SOON, keepAliveMs: SHORT_MS })
  const { answered, closed } = open(`${GET('/')}\r\n`)
  await answered
  const started = performance.now()

  await closed
  expect(performance.now() - started).toBeGreaterThanOrEqual(SHORT_MS * 0.9)
})

test('a stream that beats more often than the idle limit outlasts it (R20)', async () => {
  const open = await listen({ ...NEVER_SOON, idleMs: SHORT_MS })

  const text = await open(`${GET('/beats')}Connection: close\r\n\r\n`).closed

  expect(text.match(/: beat/g)).toHaveLength(BEATS)
})

test('the server’s own limits are looked after often, and longer than a heartbeat', () => {
  expect(serverOptionsOf(SOCKET_LIMITS)).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 600_000,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 75_000,
  })
  expect(SOCKET_LIMITS.idleMs).toBe(75_000)
})
