import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { CONNECTIONS_MIN, connectionsFor, REFUSED_LOG_MS } from './connections.ts'
import { trackIdle } from './idle-connections.ts'
import { ADDRESS_CONNECTIONS_MAX, addressPlaces, limitPeers } from './peer-connections.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const ONE = '127.0.0.2'
const OTHER = '127.0.0.3'

/** A server that answers on request. */
async function listen(max: number) {
  const clock = { ms: 0 }
  const warnings: object[] = []
  const waiting: (() => void)[] = []
  const server = createServer((_request, response) => void waiting.push(() => response.end('ok')))
  limitPeers(server, {
    max,
    idle: trackIdle(server),
    addressKey: (address) => `key of ${address}`,
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

  /** Connects and makes a call, and returns whether the request arrived. */
  async function ask(localAddress: string, text = REQUEST) {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(text))
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    const heard = once(server, 'request').then(() => true)
    return { isTaken: await Promise.race([closed.then(() => false), heard]), socket, closed }
  }
  async function connectSilently(localAddress: string) {
    const taken = once(server, 'connection')
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    onTestFinished(() => void socket.destroy())
    await taken
  }
  /** Answers the oldest pending request, and waits for the answer. */
  async function answer(socket: ReturnType<typeof connect>) {
    const answered = once(socket, 'data')
    waiting.shift()!()
    await answered
  }
  return { ask, connectSilently, answer, waiting, warnings, clock, server }
}

test('an address has as many connections as it may and not one more, and another has its own', async () => {
  const { ask, warnings } = await listen(10)
  for (let index = 0; index < 10; index += 1) expect((await ask(ONE)).isTaken).toBe(true)
  expect(warnings).toEqual([])

  expect((await ask(ONE)).isTaken).toBe(false)
  expect(warnings).toEqual([{ connections: 10, addressKey: `key of ${ONE}` }])
  expect((await ask(OTHER)).isTaken).toBe(true)
  expect((await ask(ONE)).isTaken).toBe(false)
})

test('connections that send nothing count', async () => {
  const { ask, connectSilently } = await listen(2)
  await connectSilently(ONE)
  await connectSilently(ONE)

  expect((await ask(ONE)).isTaken).toBe(false)
  expect((await ask(OTHER)).isTaken).toBe(true)
})

test('at the defaults an office of 50 with six connections each passes behind one address', async () => {
  const { ask, warnings } = await listen(addressPlaces(connectionsFor(4_096), undefined))
  for (let index = 0; index < 50 * 6; index += 1) expect((await ask(ONE)).isTaken).toBe(true)

  expect(warnings).toEqual([])
})

test('without a limit one address takes them all', async () => {
  const { ask, warnings } = await listen(Infinity)
  for (let index = 0; index < 30; index += 1) expect((await ask(ONE)).isTaken).toBe(true)

  expect(warnings).toEqual([])
})

test('a connection that ends makes room for one', async () => {
  const { ask, server } = await listen(2)
  const countConnections = () =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
  const first = await ask(ONE)
  await ask(ONE)
  first.socket.destroy()
  await expect.poll(countConnections).toBe(1)

  expect((await ask(ONE)).isTaken).toBe(true)
  expect((await ask(ONE)).isTaken).toBe(false)
})

test('a new connection takes the place of one that waits for another request', async () => {
  const { ask, answer, warnings } = await listen(3)
  const first = await ask(ONE)
  const second = await ask(ONE)
  const foreign = await ask(OTHER)
  const third = await ask(ONE)
  await answer(first.socket)
  await answer(second.socket)
  await answer(foreign.socket)

  expect((await ask(ONE)).isTaken).toBe(true)
  await first.closed
  expect((await ask(ONE)).isTaken).toBe(true)
  await second.closed
  // The third has no answer yet, and other addresses are not affected.
  expect((await ask(ONE)).isTaken).toBe(false)
  expect(third.socket.destroyed).toBe(false)
  expect(foreign.socket.destroyed).toBe(false)
  expect(warnings).toHaveLength(1)
})

test('a connection whose next request came ahead is no idle one', async () => {
  const { ask, answer, waiting } = await listen(1)
  const ahead = await ask(ONE, REQUEST + REQUEST)
  await expect.poll(() => waiting.length).toBe(2)
  await answer(ahead.socket)

  expect((await ask(ONE)).isTaken).toBe(false)
  await answer(ahead.socket)
  expect((await ask(ONE)).isTaken).toBe(true)
  await ahead.closed
})

test('the log has one line a minute', async () => {
  const { ask, warnings, clock } = await listen(1)
  await ask(ONE)
  await ask(OTHER)
  await ask(ONE)
  clock.ms += REFUSED_LOG_MS - 1
  await ask(OTHER)
  expect(warnings).toHaveLength(1)

  clock.ms += 1
  await ask(OTHER)
  expect(warnings).toEqual([
    { connections: 1, addressKey: `key of ${ONE}` },
    { connections: 1, addressKey: `key of ${OTHER}` },
  ])
})

test.each([
  { descriptors: 1_048_576, chosen: undefined, expected: ADDRESS_CONNECTIONS_MAX },
  { descriptors: 4_096, chosen: undefined, expected: 496 },
  { descriptors: 1_024, chosen: undefined, expected: 112 },
  { descriptors: 160, chosen: undefined, expected: CONNECTIONS_MIN },
  { descriptors: 0, chosen: undefined, expected: CONNECTIONS_MIN },
  { descriptors: undefined, chosen: undefined, expected: ADDRESS_CONNECTIONS_MAX },
  { descriptors: 160, chosen: 3, expected: 3 },
  { descriptors: undefined, chosen: 5_000, expected: 5_000 },
  { descriptors: 1_024, chosen: 0, expected: Infinity },
])('with $descriptors descriptors and $chosen chosen, $expected', (row) => {
  const places = row.descriptors === undefined ? undefined : connectionsFor(row.descriptors)

  expect(addressPlaces(places, row.chosen)).toBe(row.expected)
})
