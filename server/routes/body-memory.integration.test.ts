import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { createServer, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  BODIES_MAX_BYTES,
  BODIES_PER_ADDRESS_MAX_BYTES,
  BODY_UNCOUNTED_BYTES,
} from '../limits/body-budget.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const MIB = 1_048_576
const LARGE_BYTES = 16 * MIB
const PIECE = Buffer.alloc(MIB, 'x')

let world: TestApp
let authorization: string
let server: Server
let port: number
const sockets: Socket[] = []
const accepted: Socket[] = []
beforeEach(async () => {
  world = await createTestApp({ env: { ALCOVE_TRUSTED_PROXIES: '1' } })
  authorization = (await world.signIn()).authorization
  const made = serve({ fetch: world.app.fetch, port: 0, hostname: '127.0.0.1', createServer })
  if (!(made instanceof Server)) throw new Error('expected a server of node:http')
  server = made
  server.on('connection', (socket) => accepted.push(socket))
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  accepted.length = 0
  server.closeAllConnections()
  server.close()
  await world.close()
})

/** A chat call from `address` that announces one byte more than it sends, and stays open. */
async function send(address: string, bytes: number, announced = bytes + 1) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.on('data', (piece) => (answer += piece.toString()))
  socket.on('error', () => {})
  const head = [
    'POST /v1/chat HTTP/1.1',
    'Host: localhost',
    `Authorization: ${authorization}`,
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    `Content-Length: ${announced}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  for (let left = bytes; left > 0; left -= PIECE.byteLength) {
    if (socket.destroyed || answer !== '') break
    const piece = PIECE.subarray(0, Math.min(left, PIECE.byteLength))
    // Called back with an error if the server closed it.
    await new Promise((resolve) => socket.write(piece, resolve))
  }
  return { socket, answer: () => answer }
}

/** Waits until the server has so many bytes, not counting those in sockets. */
const hasArrived = (bytes: number) =>
  vi.waitFor(() => {
    const read = accepted.reduce((sum, socket) => sum + socket.bytesRead, 0)
    expect(read).toBeGreaterThan(bytes)
  })

const isRefused = ({ answer }: { answer(): string }) => answer().startsWith('HTTP/1.1 503 ')
const refusals = (calls: readonly { answer(): string }[]) => calls.filter(isRefused).length
/** Calls with malformed JSON: read to the end, it is a bad request. */
const sendWhole = (address: string, bytes: number) => send(address, bytes, bytes)

test('60 callers with 16 MiB each fill the budget and no more, and small calls pass', async () => {
  const before = process.memoryUsage().rss
  const calls = await Promise.all(
    Array.from({ length: 60 }, (_, index) => send(`192.0.2.${index}`, LARGE_BYTES)),
  )
  await vi.waitFor(() => expect(refusals(calls)).toBeGreaterThan(50))

  const refused = calls.filter(isRefused)
  expect(60 - refused.length).toBeLessThanOrEqual(BODIES_MAX_BYTES / LARGE_BYTES)
  expect(refused[0]?.answer()).toMatch(/\r\nretry-after: \d+\r\n/i)
  expect(refused[0]?.answer()).toContain('"error":"unavailable"')
  expect((process.memoryUsage().rss - before) / MIB).toBeLessThan(450)

  const small = await sendWhole('198.51.100.1', BODY_UNCOUNTED_BYTES)
  await vi.waitFor(() => expect(small.answer()).toMatch(/^HTTP\/1.1 400 /))
})

test('one address has its share, and what it gave up is free again', async () => {
  const share = BODIES_PER_ADDRESS_MAX_BYTES / LARGE_BYTES
  const here = '192.0.2.1'
  const held = await Promise.all(Array.from({ length: share }, () => send(here, LARGE_BYTES)))
  await hasArrived(BODIES_PER_ADDRESS_MAX_BYTES)
  const small = await sendWhole(here, BODY_UNCOUNTED_BYTES)
  await vi.waitFor(() => expect(small.answer()).toMatch(/^HTTP\/1.1 400 /))
  const more = await sendWhole(here, BODY_UNCOUNTED_BYTES + 1)
  await vi.waitFor(() => expect(isRefused(more)).toBe(true))
  expect(refusals(held)).toBe(0)

  const other = await sendWhole('192.0.2.2', BODY_UNCOUNTED_BYTES + 1)
  await vi.waitFor(() => expect(other.answer()).toMatch(/^HTTP\/1.1 400 /))

  for (const { socket } of held) socket.destroy()
  await vi.waitFor(async () => {
    const again = await sendWhole(here, LARGE_BYTES)
    // An unread one would itself take a part of the share.
    const isEnded = () => again.answer() !== '' || again.socket.closed
    await vi.waitFor(() => expect(isEnded()).toBe(true))
    expect(again.answer()).toMatch(/^HTTP\/1.1 400 /)
  })
})

test('a caller who breaks off is no fault of the server', async () => {
  const { socket } = await send('192.0.2.1', 1_000)
  await hasArrived(1_000)
  socket.destroy()

  const log = () => world.lines.join('')
  await vi.waitFor(() => expect(log()).toContain('/v1/chat'))
  expect(log()).toContain('"status":400')
  expect(log()).not.toContain('"level":"error"')
  expect(log()).not.toContain('stack')
})
