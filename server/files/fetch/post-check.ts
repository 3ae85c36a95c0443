import {
  createForbiddenCheck,
  findTarget,
  isLoopback,
  isNotLoopback,
  NETWORK,
  type Network,
  type Target,
} from './find-target.ts'

export interface GuardedPostSettings {
  /** `ALCOVE_ALLOW_LOCAL_TOOLS`: true if `http://localhost` and the like may be called. Default: false. */
  readonly allowsLoopback?: boolean
  readonly network?: Network
}

/**
 * Checks an address to which JSON with a secret is sent: the public internet, over TLS, since the owner of a DNS
 * zone could otherwise point a name into this network.
 *
 * @returns the checked place, or the rest of a sentence about the address.
 */
export function createPostCheck({
  allowsLoopback = false,
  network = NETWORK,
}: GuardedPostSettings): (url: string) => Promise<Target | string> {
  const isForbidden = createForbiddenCheck()
  return async (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || url.username + url.password !== '') return 'the address is none'
    const isLocal = allowsLoopback && isLoopback(url)
    if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) {
      return 'the address does not begin with https://'
    }
    const target = await findTarget(url, network, isLocal ? isNotLoopback : isForbidden)
    return target ?? 'the address is not on the public internet'
  }
}
