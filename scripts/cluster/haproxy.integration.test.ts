import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../find-free-port.ts'
import { startProxy } from './start-proxy.ts'

/** Longer than the balancer needs to detect that a server changed. */
const POLL = { timeout: 15_000 }

/** A live server, which is ready while the test says so. */
async function startServer(name: string) {
  const state = { isReady: true }
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/readyz' && !state.isReady ? 503 : 200
    response.end(name)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { state, port: (server.address() as AddressInfo).port }
}

test('the balancer sends to servers that are ready, and to those that are alive when none is (D22)', async () => {
  const first = await startServer('first')
  const second = await startServer('second')
  const serverPorts = [first.port, second.port]
  const balancer = await startProxy('HAProxy', { port: await findFreePort(), serverPorts })
  onTestFinished(() => balancer.stop())
  const ask = async () => {
    const response = await fetch(`${balancer.url}/v1/threads`)
    return response.ok ? response.text() : String(response.status)
  }
  const askOften = async () => {
    const answers = new Set<string>()
    for (let n = 0; n < 6; n += 1) answers.add(await ask())
    return [...answers].toSorted()
  }
  await expect.poll(askOften, POLL).toEqual(['first', 'second'])

  first.state.isReady = false
  await expect.poll(askOften, POLL).toEqual(['second'])
  second.state.isReady = false
  await expect.poll(askOften, POLL).toEqual(['first', 'second'])
  first.state.isReady = true
  await expect.poll(askOften, POLL).toEqual(['first'])
})
