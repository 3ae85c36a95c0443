import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer } from './routes/connections.ts'
import { openSocket } from './testing/open-socket.ts'

const CALL = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

/** A server that answers on request. */
async function startServer() {
  const responses: ServerResponse[] = []
  const server: Server = createServer((_request, response) => void responses.push(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const call = async () => {
    const socket = await openSocket(port)
    socket.write(CALL)
    await expect.poll(() => responses.length).toBeGreaterThan(0)
    return { socket, response: responses.shift()! }
  }
  return { server, port, call }
}

test('a call under way has its answer, though nobody new gets in', async () => {
  const { server, port, call } = await startServer()
  const { socket, response } = await call()

  const closing = closeServer(server)
  await expect(openSocket(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  response.end('the answer')
  await closing.waitUntilGone(10_000)

  expect(await socket.end).toBe('end')
  expect(socket.text()).toContain('the answer')
})

test('a connection that waits for its next call is closed', async () => {
  const { server, call } = await startServer()
  const { socket, response } = await call()
  response.end('the answer')
  await expect.poll(() => socket.text()).toContain('the answer')

  await closeServer(server).waitUntilGone(10_000)

  expect(await socket.end).toBe('end')
})

test('a call that never ends is waited for as long as was said, and no longer', async () => {
  const { server, call } = await startServer()
  const { socket } = await call()
  const closing = closeServer(server)

  const start = performance.now()
  await closing.waitUntilGone(200)

  expect(performance.now() - start).toBeGreaterThanOrEqual(199)
  expect(socket.isOpen()).toBe(true)
})
