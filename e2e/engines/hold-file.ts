import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of the service that holds one kind of files, like a slow network. */
export interface FileHold {
  readonly origin: string
  /** Lets held files, and later ones, come. */
  release(): void
  stop(): Promise<void>
}

/** @param held paths of the files. */
export async function holdFile(servicePort: number, held: RegExp): Promise<FileHold> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    if (held.test(url ?? '')) await released
    const passing = ask({ port: servicePort, method, path: url, headers }, (answer) => {
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
    release,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
