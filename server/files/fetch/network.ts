import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'

/** The network, for tests to replace. */
export interface Network {
  /** Every address of a name. */
  resolve(hostname: string): Promise<readonly string[]>
  connect(address: string, port: number): Socket
}

export const NETWORK: Network = {
  resolve: async (hostname) =>
    (await lookup(hostname, { all: true })).map(({ address }) => address),
  connect: (address, port) => connect(port, address),
}

/** A look-up takes no signal. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
