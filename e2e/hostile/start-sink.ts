import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SinkRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** A host that must not be reached: requests to it have left the chat. */
export interface Sink {
  readonly origin: string
  readonly requests: readonly SinkRequest[]
  /** Number of opened connections, even without a request. */
  readonly connections: number
  stop(): Promise<void>
}

export async function startSink(): Promise<Sink> {
  const requests: SinkRequest[] = []
  let connections = 0
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers })
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    response.end('<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>')
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return connections
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
