import { isIP, isIPv6 } from 'node:net'

const V6_GROUPS = 8
/** A home or a phone gets a /64 or more, and chooses the other half of the address itself. */
const V6_NETWORK_GROUPS = 4

/** A range of IPv6 in which each address stands for one address of IPv4. */
interface Embedding {
  readonly prefix: readonly number[]
  /** The first of the two groups that hold the address. */
  readonly at: number
  /** True if its bits are inverted. */
  readonly isInverted?: boolean
}

const EMBEDDINGS: readonly Embedding[] = [
  // IPv4-mapped, RFC 4291: how a socket for both versions names its IPv4 peers.
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  // IPv4-compatible, RFC 4291.
  { prefix: [0, 0, 0, 0, 0, 0], at: 6 },
  // IPv4-translated, RFC 2765.
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  // The well-known prefix of NAT64, RFC 6052: all of IPv4 lies in one /64.
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  // 6to4, RFC 3056: one IPv4 address owns 65,536 networks of 64 bits.
  { prefix: [0x2002], at: 1 },
  // Teredo, RFC 4380: the /64 names a server that many callers share.
  { prefix: [0x2001, 0], at: 6, isInverted: true },
]
/**
 * Prefixes of an operator's own translators, RFC 8215. The position of the IPv4 address in them is unknown,
 * but only translators assign them, so one address is one caller.
 */
const LOCAL_NAT64_PREFIX = [0x64, 0xff9b, 1]
/** `::` and `::1` are not IPv4 addresses. */
const UNSPECIFIED_PREFIX = [0, 0, 0, 0, 0, 0, 0]

/**
 * The bucket in which a limit counts an address: an IPv4 address, or an IPv6 network of 64 bits. An IPv6
 * address that embeds an IPv4 address shares its bucket. Undefined for a text that is not an address.
 */
export function addressBucket(address: string): string | undefined {
  const bare = address.replace(/%.*$/s, '')
  if (isIP(bare) === 0) return undefined
  if (!isIPv6(bare)) return bare
  const groups = parseV6(bare)
  const v4 = embeddedV4(groups)
  if (v4 !== undefined) return v4
  if (startsWith(groups, LOCAL_NAT64_PREFIX)) return `${textOf(groups)}/128`
  return `${textOf(groups.slice(0, V6_NETWORK_GROUPS))}::/64`
}

function embeddedV4(groups: readonly number[]): string | undefined {
  if (startsWith(groups, UNSPECIFIED_PREFIX)) return undefined
  const found = EMBEDDINGS.find(({ prefix }) => startsWith(groups, prefix))
  if (found === undefined) return undefined
  const { at, isInverted = false } = found
  const mask = isInverted ? 0xffff : 0
  return groups
    .slice(at, at + 2)
    .flatMap((group) => bytesOf(group ^ mask))
    .join('.')
}

const startsWith = (groups: readonly number[], prefix: readonly number[]): boolean =>
  prefix.every((value, index) => groups[index] === value)

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

const textOf = (groups: readonly number[]): string =>
  groups.map((group) => group.toString(16)).join(':')
