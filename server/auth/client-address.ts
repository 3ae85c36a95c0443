import { isIP, isIPv6 } from 'node:net'

/** Stands for a caller whose address is not known; all of them share one. */
const UNKNOWN_ADDRESS = 'unknown'
const V6_GROUPS = 8
/** A home or a phone gets at least this much of IPv6: its other half is free to choose. */
const V6_NETWORK_GROUPS = 4
const MAPPED_V4_PREFIX = [0, 0, 0, 0, 0, 0xffff]

export interface AddressSource {
  /** The socket's peer. */
  readonly remote: string | undefined
  /** The `X-Forwarded-For` header: anybody can write one. */
  readonly forwardedFor: string | undefined
  /** How many proxies of the operator stand in front; each adds one address at the end. */
  readonly trustedProxies: number
}

/** Whom a rate limit counts: an IPv4 address, or an IPv6 network of 64 bits. */
export function clientAddress({ remote, forwardedFor, trustedProxies }: AddressSource): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  // Counted from the right: what stands further left was written by the caller.
  const claimed = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined
  return limitKey(claimed) ?? limitKey(remote) ?? UNKNOWN_ADDRESS
}

function limitKey(address: string | undefined): string | undefined {
  const bare = address?.replace(/%.*$/, '')
  if (bare === undefined || isIP(bare) === 0) return undefined
  if (!isIPv6(bare)) return bare
  const groups = parseV6(bare)
  if (MAPPED_V4_PREFIX.every((value, index) => groups[index] === value)) {
    return groups.slice(MAPPED_V4_PREFIX.length).flatMap(bytesOf).join('.')
  }
  return `${groups
    .slice(0, V6_NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Eight numbers of a text that is known to be an IPv6 address. */
function parseV6(address: string): number[] {
  const [head = [], tail] = address.split('::').map(parseGroups)
  if (tail === undefined) return [...head]
  const zeros = new Array<number>(V6_GROUPS - head.length - tail.length).fill(0)
  return [...head, ...zeros, ...tail]
}

function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

const bytesOf = (group: number): number[] => [group >> 8, group & 0xff]
