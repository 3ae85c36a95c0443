import type { Server } from 'node:http'
import { explainListening } from './node/ports.mjs'

/** Listens, or throws a sentence that names the setting to change. */
export function listen(server: Server, port: number, host: string, setting: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(explainListening(error, port, host, setting)),
    )
    server.listen(port, host, () => done())
  })
}
