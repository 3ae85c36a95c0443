import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** A `Host` header's name as a URL has it, without its port; undefined for a malformed one. */
export function readHostName(host: string): string | undefined {
  // A URL would accept a path, a query or a user's name, and drop white space.
  if (!/^[^\s/\\?#@]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined
  return withoutRootDot(new URL(`http://${host}`).hostname)
}

/** `chat.example.` is `chat.example`, named from the root on. */
export const withoutRootDot = (name: string): string => name.replace(/\.$/, '')

/** True if a name is an IP address, which no name server can redirect. */
export const isAddress = (name: string): boolean => isIP(withoutBrackets(name)) !== 0

/** True if a name never leaves this machine, such as names below `localhost`. */
export function isLoopback(name: string): boolean {
  const host = withoutBrackets(name.toLowerCase())
  const family = isIP(host)
  if (family === 0) return /^(.+\.)?localhost\.?$/.test(host)
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

const withoutBrackets = (name: string): string => name.replace(/^\[(.*)\]$/, '$1')
