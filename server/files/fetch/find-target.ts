import { lookup } from 'node:dns/promises'
import { BlockList, connect, isIP, isIPv4, isIPv6, type Socket } from 'node:net'

/** The network, which tests replace. */
export interface Network {
  /** Every address of a name. */
  resolve(hostname: string): Promise<readonly string[]>
  connect(address: string, port: number): Socket
}

// Limit: that of the signal of who fetches, by `orAbort`: "gives up on a look-up that never ends".
export const NETWORK: Network = {
  resolve: async (hostname) =>
    (await lookup(hostname, { all: true })).map(({ address }) => address),
  connect: (address, port) => connect(port, address),
}

/** Rejects when the signal aborts, since a look-up takes no signal. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Limit: that of the signal of who fetches: "gives up on a look-up that never ends".
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

/** IPv4 addresses outside of the public internet (IANA's special-purpose registry), or of groups. */
const NOT_PUBLIC_4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Azure's platform services answer on a public address.
  ['168.63.129.16', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Public IPv6 addresses are in this block: loopback, mapped, NAT64, local and multicast are not. */
const PUBLIC_6 = ['2000::', 3] as const
/**
 * Parts of it that are not public: tunnels, which hide an IPv4 address, examples, and other special purposes.
 */
const NOT_PUBLIC_6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

/** True if this server must not call that address for a caller. */
export type IsForbidden = (address: string) => boolean

/** Creates the check; `address` must be an IP address in digits, anything else is forbidden. */
export function createForbiddenCheck(): IsForbidden {
  const refused = new BlockList()
  const reachable = new BlockList()
  reachable.addSubnet(...PUBLIC_6, 'ipv6')
  for (const [network, prefix] of NOT_PUBLIC_4) refused.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of NOT_PUBLIC_6) refused.addSubnet(network, prefix, 'ipv6')

  return (address) => {
    if (isIPv4(address)) return refused.check(address, 'ipv4')
    // A zone, as in fe80::1%eth0, names a link of this machine.
    if (!isIPv6(address) || address.includes('%')) return true
    return !reachable.check(address, 'ipv6') || refused.check(address, 'ipv6')
  }
}

const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]']
const LOOPBACK_ADDRESSES: readonly string[] = ['127.0.0.1', '::1']

/** True if an address names this machine itself. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK_NAMES.includes(hostname)

/** The check of addresses whose name is {@link isLoopback}. */
export const isNotLoopback: IsForbidden = (address) => !LOOPBACK_ADDRESSES.includes(address)

/** A checked address, with the means to connect to it. */
export interface Target {
  readonly url: URL
  /** Without brackets. */
  readonly hostname: string
  readonly port: number
  /** Opens a socket to the checked address. */
  readonly connect: () => Socket
}

/**
 * Resolves an address; undefined if any of its IP addresses is forbidden. The name is looked up once, so that
 * the connection goes to the checked address.
 */
export async function findTarget(
  url: URL,
  network: Network,
  isForbidden: IsForbidden,
): Promise<Target | undefined> {
  const port = url.port === '' ? defaultPort(url) : Number(url.port)
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(hostname) === 0 ? await resolveName(hostname, network) : [hostname]
  // Many machines have no route to IPv6.
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
