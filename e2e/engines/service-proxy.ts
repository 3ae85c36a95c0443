import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of the service, as an origin of its own. */
export interface ServiceProxy {
  readonly origin: string
  stop(): Promise<void>
}

/** Decides about the requests that pass a proxy. */
export interface ProxyRules {
  /** Called before a request is forwarded, and waited for; false: the request is never answered. */
  readonly pass: (request: IncomingMessage) => boolean | Promise<boolean>
  /** Called with the status of a forwarded request. */
  readonly onAnswer?: (request: IncomingMessage, status: number) => void
}

/** Starts a proxy on a free port. */
export async function startServiceProxy(
  servicePort: number,
  { pass, onAnswer }: ProxyRules,
): Promise<ServiceProxy> {
  const server = createServer(async (request, response) => {
    if (!(await pass(request))) return
    const { method, url, headers } = request
    const passing = ask({ port: servicePort, method, path: url, headers }, (answer) => {
      const { statusCode = 502 } = answer
      onAnswer?.(request, statusCode)
      response.writeHead(statusCode, answer.headers)
      answer.pipe(response)
    })
    passing.on('error', () => response.destroy())
    response.on('close', () => passing.destroy())
    request.pipe(passing)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A proxy that holds one kind of files, like a slow network. */
export interface FileHold extends ServiceProxy {
  /** Lets held files, and later ones, come. */
  release(): void
}

/** @param held paths of the files. */
export async function holdFile(servicePort: number, held: RegExp): Promise<FileHold> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const proxy = await startServiceProxy(servicePort, {
    async pass({ url = '' }) {
      if (held.test(url)) await released
      return true
    },
  })
  return { ...proxy, release }
}
