import { createServer } from 'node:http'
import type { Server } from 'node:http'

/** Listens, or throws a sentence that names the setting to change. */
export function listen(server: Server, port: number, host: string, setting: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(explain(error, port, host, setting)),
    )
    server.listen(port, host, () => done())
  })
}

/** Throws that sentence before the start if the port is taken. */
export async function assertPortFree(port: number, host: string, setting: string): Promise<void> {
  const probe = createServer()
  await listen(probe, port, host, setting)
  await new Promise((done) => probe.close(done))
}

function explain(error: NodeJS.ErrnoException, port: number, host: string, setting: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is in use: stop what uses it, or set ${setting} to another port.`,
      )
    case 'EACCES':
      return new Error(`Port ${port} needs rights that this user lacks: set ${setting} to another.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`This machine has no address "${host}": correct HOST.`)
    default:
      return error
  }
}
