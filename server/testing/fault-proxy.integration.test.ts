import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ending, Faults } from '../../e2e/faults/fault-link.ts'
import { startFaultProxy, type FaultProxy } from '../../e2e/faults/start-fault-proxy.ts'
import { openSocket } from './open-socket.ts'

const TEXT = 'Ein schöner Tag für 🦜 und mich. '.repeat(40)
const BYTES = Buffer.from(TEXT)

/** Sends {@link TEXT} after the first bytes of a client, and ends. */
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => socket.end(BYTES))
})
let port: number
let proxy: FaultProxy | undefined

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  await proxy?.stop()
  proxy = undefined
  server.close()
  await once(server, 'close')
})

async function ask(faults: Faults, random?: () => number) {
  proxy = await startFaultProxy({ port, faultsOf: () => faults, ...(random ? { random } : {}) })
  const socket = await openSocket(proxy.port)
  socket.write('say it')
  return socket
}

test('passes everything on while nothing is to fail', async () => {
  const socket = await ask({})

  expect(await socket.end).toBe('end')
  expect(socket.text()).toBe(TEXT)
  expect(proxy).toMatchObject({ connections: 1, ended: 0 })
})

test.each<[Ending, 'end' | 'ECONNRESET', number]>([
  ['cut', 'end', 0],
  ['cut', 'end', 101],
  ['reset', 'ECONNRESET', 101],
])('%s ends a connection with %s after at most %i bytes', async (how, end, bytes) => {
  const socket = await ask({ end: { how, afterBytes: bytes } })

  expect(await socket.end).toBe(end)
  // A reset may lose bytes on their way; a cut lets them arrive.
  expect(socket.bytes()).toBeLessThanOrEqual(bytes)
  expect(socket.bytes()).toBeGreaterThanOrEqual(how === 'cut' ? bytes : 0)
  expect(proxy!.ended).toBe(1)
})

test('a connection that hangs stays open without another byte, until its client leaves', async () => {
  const socket = await ask({ end: { how: 'hang', afterBytes: 101 } })
  await expect.poll(() => socket.bytes()).toBe(101)
  const other = await openSocket(proxy!.port)
  other.write('say it')
  // The control: bytes on their way would have arrived.
  await expect.poll(() => other.bytes()).toBe(101)

  expect(socket.bytes()).toBe(101)
  expect(socket.isOpen()).toBe(true)
  socket.destroy()
  other.destroy()
  await proxy!.stop()
})

test('slices break characters, and all bytes come in order (R02)', async () => {
  let seed = 0
  const socket = await ask({ sliceBytes: 7 }, () => (seed = (seed + 0.37) % 1))

  expect(await socket.end).toBe('end')
  expect(socket.text()).toBe(TEXT)
  expect(socket.pieces()).toBeGreaterThan(20)
})

test('latency delays each way', async () => {
  const start = performance.now()
  const socket = await ask({ latencyMs: 60 })

  expect(await socket.end).toBe('end')
  expect(performance.now() - start).toBeGreaterThanOrEqual(119)
  expect(socket.text()).toBe(TEXT)
})

test('down resets what is open and refuses what comes, and up is the same address again', async () => {
  const socket = await ask({ end: { how: 'hang', afterBytes: 10 } })
  await expect.poll(() => socket.bytes()).toBe(10)

  await proxy!.setDown(true)

  expect(await socket.end).toBe('ECONNRESET')
  await expect(openSocket(proxy!.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await proxy!.setDown(false)
  const again = await openSocket(proxy!.port)
  again.write('say it')
  await expect.poll(() => again.bytes()).toBe(10)
})

test('everything that is open ends at once when it is told to', async () => {
  const sockets = [await ask({}), await openSocket(proxy!.port)]
  await expect.poll(() => proxy!.connections).toBe(2)

  proxy!.endAll('reset')

  // The first one may have had its whole answer before.
  expect(await sockets[1]!.end).toBe('ECONNRESET')
})

test('a server that is away is a connection that breaks', async () => {
  const away = await startFaultProxy({ port: 1 })

  const socket = await openSocket(away.port)

  expect(['end', 'ECONNRESET']).toContain(await socket.end)
  await away.stop()
})
