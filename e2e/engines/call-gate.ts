import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of the service that drops calls, like a network when the tab closes too early. */
export interface CallGate {
  readonly origin: string
  /** Calls since the gate was opened: method, path and status. */
  readonly passed: readonly string[]
  /** Dropped calls. */
  readonly swallowed: readonly string[]
  /** Forwards every call from now on. */
  open(): void
  stop(): Promise<void>
}

const nameOf = ({ method, url = '' }: IncomingMessage): string => `${method} ${url.split('?')[0]}`

/** @param held names of calls (`POST /v1/…`) that are dropped until the gate is opened. */
export async function startCallGate(servicePort: number, held: RegExp): Promise<CallGate> {
  const passed: string[] = []
  const swallowed: string[] = []
  let isOpen = false
  const server = createServer((request, response) => {
    const name = nameOf(request)
    if (held.test(name) && !isOpen) {
      swallowed.push(name)
      return
    }
    const { method, url, headers } = request
    const passing = ask({ port: servicePort, method, path: url, headers }, (answer) => {
      if (held.test(name)) passed.push(`${name} ${answer.statusCode}`)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passing.on('error', () => response.destroy())
    response.on('close', () => passing.destroy())
    request.pipe(passing)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    passed,
    swallowed,
    open: () => void (isOpen = true),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
