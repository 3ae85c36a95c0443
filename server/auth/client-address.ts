import { addressBucket } from './address-bucket.ts'

/** Stands for callers whose address is unknown; all of them share one limit. */
const UNKNOWN_ADDRESS = 'unknown'

export interface AddressSource {
  /** The socket's peer. */
  readonly remote: string | undefined
  /** The `X-Forwarded-For` header, which any client can forge. */
  readonly forwardedFor: string | undefined
  /** Number of the operator's proxies in front; each adds one address at the end. */
  readonly trustedProxies: number
}

/**
 * The bucket in which limits count a caller, see {@link addressBucket}. If a trusted proxy gives no address,
 * the caller shares the bucket of that proxy's socket.
 *
 * @param onUnreadable called with the trusted proxy's malformed entry; undefined: the entry is missing.
 */
export function clientAddress(
  { remote, forwardedFor, trustedProxies }: AddressSource,
  onUnreadable?: (entry: string | undefined) => void,
): string {
  if (trustedProxies > 0) {
    // Counted from the right, empty entries included: entries further left were written by the caller.
    const entry = forwardedFor?.split(',').at(-trustedProxies)?.trim()
    const claimed = entry === undefined ? undefined : addressBucket(hostOf(entry))
    if (claimed !== undefined) return claimed
    onUnreadable?.(entry)
  }
  return (remote === undefined ? undefined : addressBucket(remote)) ?? UNKNOWN_ADDRESS
}

/** Some proxies add the port, `203.0.113.7:4711` or `[2001:db8::1]:443`, or quote the entry. */
function hostOf(entry: string): string {
  const text = entry.replace(/^"(.*)"$/s, '$1')
  const inBrackets = /^\[(.*)\](?::\d+)?$/s.exec(text)
  const beforePort = /^([\d.]+):\d+$/.exec(text)
  return inBrackets?.[1] ?? beforePort?.[1] ?? text
}
