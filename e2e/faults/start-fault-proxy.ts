import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createFaultLink, type Ending, type FaultLink, type Faults } from './fault-link.ts'

export interface FaultProxySettings {
  /** Local port of the server; a function of the connection's number if there are several. */
  readonly port: number | ((connection: number) => number)
  /** Faults of a connection, counted from 0. Default: none. */
  readonly faultsOf?: (connection: number) => Faults
  /** Random numbers from 0 to below 1; default: `Math.random`. */
  readonly random?: () => number
}

/** A network between a client and a server, with configurable faults. */
export interface FaultProxy {
  readonly port: number
  /** Total number of connections. */
  readonly connections: number
  /** Number of connections that a fault or {@link endAll} ended or made hang. */
  readonly ended: number
  /** Applies the fault to every open connection. */
  endAll(how: Ending): void
  /** While down, open connections are reset and new ones refused. */
  setDown(isDown: boolean): Promise<void>
  stop(): Promise<void>
}

/** Starts the proxy; see README.md. */
export async function startFaultProxy({
  port: target,
  faultsOf = () => ({}),
  random = Math.random,
}: FaultProxySettings): Promise<FaultProxy> {
  const links = new Set<FaultLink>()
  let connections = 0
  let ended = 0

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const faults = faultsOf(connections)
    const serverPort = typeof target === 'number' ? target : target(connections)
    connections += 1
    const link = createFaultLink({ client, serverPort, faults, random, onEnd: () => (ended += 1) })
    links.add(link)
    void link.closed.then(() => links.delete(link))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  async function close() {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const link of links) link.destroy()
    await closed
  }

  return {
    port,
    get connections() {
      return connections
    },
    get ended() {
      return ended
    },
    endAll(how) {
      for (const link of links) link.end(how)
    },
    async setDown(isDown) {
      if (isDown) await close()
      else if (!server.listening) await listen(port)
    },
    stop: close,
  }
}
