import { isIP, isIPv4 } from 'node:net'
import type { IsForbidden } from './forbidden-address.ts'
import type { Network } from './network.ts'
import type { Target } from './request.ts'

/**
 * Where an address leads; undefined when anything that its name stands for is forbidden. The name is
 * looked up once: the connection goes to what was checked.
 */
export async function findTarget(
  url: URL,
  network: Network,
  isForbidden: IsForbidden,
): Promise<Target | undefined> {
  const port = url.port === '' ? defaultPort(url) : Number(url.port)
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(hostname) === 0 ? await resolveName(hostname, network) : [hostname]
  // Many machines have no way to IPv6.
  const address = addresses.find(isIPv4) ?? addresses[0]
  if (address === undefined || addresses.some(isForbidden)) return undefined
  return { url, hostname, port, connect: () => network.connect(address, port) }
}

export const defaultPort = ({ protocol }: URL): number => (protocol === 'https:' ? 443 : 80)

async function resolveName(hostname: string, network: Network): Promise<readonly string[]> {
  try {
    return await network.resolve(hostname)
  } catch {
    return []
  }
}
