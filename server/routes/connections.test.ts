import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  CONNECTIONS_MIN,
  connectionsFor,
  limitConnections,
  readDescriptorLimit,
  REFUSED_LOG_MS,
  RESERVED_DESCRIPTORS,
} from './connections.ts'
import { trackIdle } from './idle-connections.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** A server that answers on request. */
async function listen(descriptors: number | undefined) {
  const clock = { ms: 0 }
  const warnings: object[] = []
  const waiting: (() => void)[] = []
  const server = createServer((_request, response) => void waiting.push(() => response.end('ok')))
  limitConnections(server, {
    descriptors,
    idle: trackIdle(server),
    log: { warn: (facts) => void warnings.push(facts) },
    now: () => clock.ms,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo

  /** Makes a call, and returns whether the connection was accepted. */
  async function ask(text = REQUEST) {
    const before = waiting.length
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    const closed = once(socket, 'close').then(() => false)
    const taken = once(server, 'request').then(() => waiting.length > before)
    return { isTaken: await Promise.race([closed, taken]), socket }
  }
  return { ask, waiting, warnings, clock, port }
}

test('takes as many connections as there is room for, and not one more', async () => {
  const { ask, warnings } = await listen(RESERVED_DESCRIPTORS + 20)
  for (let index = 0; index < 10; index += 1) expect((await ask()).isTaken).toBe(true)

  expect((await ask()).isTaken).toBe(false)
  expect(warnings).toEqual([{ connections: 10, descriptors: RESERVED_DESCRIPTORS + 20 }])
})

test('a connection that has had its answer makes room', async () => {
  const { ask, waiting } = await listen(RESERVED_DESCRIPTORS + 20)
  const first = await ask()
  for (let index = 1; index < 10; index += 1) await ask()
  expect((await ask()).isTaken).toBe(false)
  let text = ''
  first.socket.on('data', (piece) => (text += String(piece)))
  waiting[0]!()
  await once(first.socket, 'close')

  expect(text).toMatch(/ok$/)
  expect((await ask()).isTaken).toBe(true)
})

test('connections are kept for another request until the last place is taken', async () => {
  const { ask, waiting } = await listen(RESERVED_DESCRIPTORS + 20)
  const first = await ask()
  const answered = once(first.socket, 'data')
  waiting[0]!()
  await answered
  for (let index = 1; index < 9; index += 1) await ask()
  first.socket.write(REQUEST)
  await expect.poll(() => waiting.length).toBe(10)
  waiting[9]!()
  await once(first.socket, 'data')

  // The last place: the connection without a request is closed.
  expect((await ask()).isTaken).toBe(true)
  await once(first.socket, 'close')
  expect((await ask()).isTaken).toBe(true)
})

test('a connection whose request is still on its way is no idle one', async () => {
  const { ask, waiting, port } = await listen(RESERVED_DESCRIPTORS + 20)
  const slow = connect(port, '127.0.0.1')
  await once(slow, 'connect')
  for (let index = 1; index < 10; index += 1) expect((await ask()).isTaken).toBe(true)
  expect((await ask()).isTaken).toBe(false)

  slow.write(REQUEST)
  await expect.poll(() => waiting.length).toBe(10)
  slow.destroy()
})

test('a connection whose next request came ahead gets its answer when the last place is taken', async () => {
  const { ask, waiting } = await listen(RESERVED_DESCRIPTORS + 20)
  const ahead = await ask(REQUEST + REQUEST)
  await expect.poll(() => waiting.length).toBe(2)
  let text = ''
  ahead.socket.on('data', (piece) => (text += String(piece)))
  waiting[0]!()
  await expect.poll(() => text).toContain('ok')
  for (let index = 1; index < 10; index += 1) expect((await ask()).isTaken).toBe(true)
  waiting[1]!()
  await once(ahead.socket, 'close')

  expect(text.match(/ok/g)).toHaveLength(2)
})

test('says so once in a while', async () => {
  const { ask, warnings, clock } = await listen(0)
  for (let index = 0; index < CONNECTIONS_MIN; index += 1) await ask()
  await ask()
  clock.ms += REFUSED_LOG_MS - 1
  await ask()
  expect(warnings).toHaveLength(1)

  clock.ms += 1
  await ask()
  expect(warnings).toHaveLength(2)
})

test('without a limit of the machine it takes everybody', async () => {
  const { ask, warnings } = await listen(undefined)
  for (let index = 0; index < 30; index += 1) expect((await ask()).isTaken).toBe(true)

  expect(warnings).toEqual([])
})

test('a process knows its limit, and leaves room below it', () => {
  const limit = readDescriptorLimit()!

  expect(limit).toBeGreaterThan(RESERVED_DESCRIPTORS)
  expect(2 * connectionsFor(limit)).toBeLessThanOrEqual(limit - RESERVED_DESCRIPTORS)
  expect(connectionsFor(RESERVED_DESCRIPTORS)).toBe(CONNECTIONS_MIN)
})
