import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ADDRESSES_FILE = 'server.json'

/** Addresses of a service, for the links of commands. */
export interface ServerAddresses {
  readonly service: string
  readonly desk: string
}

/** Leaves a running server's addresses in its data folder. Throws as the file system does. */
export const keepAddresses = (dataDir: string, addresses: ServerAddresses): void =>
  writeFileSync(join(dataDir, ADDRESSES_FILE), `${JSON.stringify(addresses)}\n`, { mode: 0o600 })

/** Called with the folder's lock: a killed server leaves its addresses behind. */
export const forgetAddresses = (dataDir: string): void =>
  rmSync(join(dataDir, ADDRESSES_FILE), { force: true })

/**
 * The addresses of the server that has the folder. A process that has opened the store knows by then whether it
 * got the lock, which has removed what an earlier server left.
 */
export function findAddresses(dataDir: string): ServerAddresses | undefined {
  try {
    const { service, desk } = JSON.parse(
      readFileSync(join(dataDir, ADDRESSES_FILE), 'utf8'),
    ) as Partial<ServerAddresses>
    return service === undefined || desk === undefined ? undefined : { service, desk }
  } catch {
    // No server, or one that has not written it to its end.
    return undefined
  }
}
