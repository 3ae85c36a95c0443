import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** A `Host` header's name in the form that a URL gives it, without its port; undefined for no host. */
export function readHostName(host: string): string | undefined {
  // A URL would take a path, a query or a user's name for the rest of an address, and drop white space.
  if (!/^[^\s/\\?#@]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined
  return withoutRootDot(new URL(`http://${host}`).hostname)
}

/** `chat.example.` is `chat.example`, named from the root on. */
export const withoutRootDot = (name: string): string => name.replace(/\.$/, '')

/** Whether a name is an address: no name server has a say in where it leads. */
export const isAddress = (name: string): boolean => isIP(withoutBrackets(name)) !== 0

/** Whether a name never leaves this machine; names below `localhost` do not either. */
export function isLoopback(name: string): boolean {
  const host = withoutBrackets(name.toLowerCase())
  const family = isIP(host)
  if (family === 0) return /^(.+\.)?localhost\.?$/.test(host)
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

const withoutBrackets = (name: string): string => name.replace(/^\[(.*)\]$/, '$1')
