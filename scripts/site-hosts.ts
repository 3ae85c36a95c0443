import { isIP } from 'node:net'

const NAME_PATTERN = /^([a-z0-9._-]+|\[[0-9a-f:]+\])$/
/** Names of this machine. */
const LOCAL_PATTERN = /^(.+\.)?localhost$/

/**
 * The name in a `Host` header if it belongs to the site: a loopback name, an address, or a configured one.
 * Otherwise a page of another name that resolves to this address (DNS rebinding) could read the site's
 * tokens.
 *
 * @param names host names; `*.shop.example` matches all below it.
 */
export function readOwnName(host: string, names: readonly string[]): string | undefined {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  if (!NAME_PATTERN.test(name)) return undefined
  const isOwn =
    LOCAL_PATTERN.test(name) ||
    isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 ||
    names.some((own) => (own.startsWith('*.') ? name.endsWith(own.slice(1)) : name === own))
  return isOwn ? name : undefined
}
