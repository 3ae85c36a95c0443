import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createFaultLink, type Ending, type FaultLink, type Faults } from './fault-link.ts'

export interface FaultProxySettings {
  /** Of the server behind, on this machine; where there are several, by the connection's number. */
  readonly port: number | ((connection: number) => number)
  /** Faults of a connection, counted from 0. Default: none. */
  readonly faultsOf?: (connection: number) => Faults
  /** From 0 to below 1; default: any. */
  readonly random?: () => number
}

/** A network between a client and a server that fails as it is told. */
export interface FaultProxy {
  readonly port: number
  /** Connections so far. */
  readonly connections: number
  /** Connections so far that a fault of theirs, or {@link endAll}, ended or made hang. */
  readonly ended: number
  /** Does that to every open connection, now. */
  endAll(how: Ending): void
  /** Down: open connections are reset, new ones refused. */
  setDown(isDown: boolean): Promise<void>
  stop(): Promise<void>
}

/** See README.md. */
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
