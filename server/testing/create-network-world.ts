import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Network } from '../files/fetch/find-target.ts'

/** The address of every name without one in the test. */
export const PUBLIC_ADDRESS = '93.184.216.34'

/** A server on loopback for one test, and a network in which every name and address leads to it. */
export async function createNetworkWorld(
  listener: RequestListener,
  names: Readonly<Record<string, readonly string[]>> = {},
) {
  let hits = 0
  const calls: string[] = []
  const server = createServer((request, response) => {
    hits += 1
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const found: Readonly<Record<string, readonly string[]>> = { localhost: ['127.0.0.1'], ...names }
  const network: Network = {
    resolve: (hostname) => Promise.resolve([...(found[hostname] ?? [PUBLIC_ADDRESS])]),
    connect(address, wanted) {
      calls.push(`${address}:${wanted}`)
      return connect(port, '127.0.0.1')
    },
  }
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { network, calls, port, hits: () => hits }
}
