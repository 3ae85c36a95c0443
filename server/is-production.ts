import { BlockList, isIP } from 'node:net'

/** What of the environment says who can reach this server. */
export interface Surroundings {
  readonly nodeEnv: string | undefined
  /** The address that it listens on. */
  readonly host: string
  /** The origin that browsers see; undefined: taken from each request. */
  readonly publicUrl: string | undefined
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Whether others than the developer can reach this server. What helps on one's own machine alone,
 * such as pages of `localhost` that may do everything, ends there.
 */
export function isProduction({ nodeEnv, host, publicUrl }: Surroundings): boolean {
  if (nodeEnv === 'production' || !isLocalHost(host)) return true
  return publicUrl !== undefined && !isLocalHost(new URL(publicUrl).hostname)
}

/** Names below `localhost` never leave the machine either. */
function isLocalHost(name: string): boolean {
  const host = name.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  const family = isIP(host)
  if (family === 0) return /^(.+\.)?localhost\.?$/.test(host)
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
