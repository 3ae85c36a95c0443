import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 that is not of the public internet (IANA's special-purpose registry), or reaches many at once. */
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

/** IPv6 of the public internet is this block: loopback, mapped, NAT64, local and multicast are not. */
const PUBLIC_6 = ['2000::', 3] as const
/** What of it is not: tunnels, which hide an IPv4 address, examples, and other special purposes. */
const NOT_PUBLIC_6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

/** Whether this server must not call that address on somebody's wish. */
export type IsForbidden = (address: string) => boolean

/** Makes the check; `address` must be an IP address in digits, anything else is forbidden. */
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
