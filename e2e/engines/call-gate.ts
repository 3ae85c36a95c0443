import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands in front of the service, and swallows calls as a network does on which a tab was closed too early. */
export interface CallGate {
  readonly origin: string
  /** Calls that arrived since they are let through: method, path and status. */
  readonly passed: readonly string[]
  /** Calls that were swallowed. */
  readonly swallowed: readonly string[]
  /** From now on every call passes. */
  open(): void
  stop(): Promise<void>
}

const nameOf = ({ method, url = '' }: IncomingMessage): string => `${method} ${url.split('?')[0]}`

/** @param held names of calls (`POST /v1/…`) that are swallowed until the gate is opened. */
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
