import { addressBucket } from './address-bucket.ts'

/** Stands for a caller whose address is not known; all of them share one. */
const UNKNOWN_ADDRESS = 'unknown'

export interface AddressSource {
  /** The socket's peer. */
  readonly remote: string | undefined
  /** The `X-Forwarded-For` header: anybody can write one. */
  readonly forwardedFor: string | undefined
  /** How many proxies of the operator stand in front; each adds one address at the end. */
  readonly trustedProxies: number
}

/**
 * The bucket in which limits count a caller, as {@link addressBucket} says. Where a trusted proxy gives no
 * address, the caller shares the bucket of that proxy's socket.
 *
 * @param onUnreadable hears the trusted proxy's entry that is no address; undefined where there is none.
 */
export function clientAddress(
  { remote, forwardedFor, trustedProxies }: AddressSource,
  onUnreadable?: (entry: string | undefined) => void,
): string {
  if (trustedProxies > 0) {
    // Counted from the right, empty entries too: what stands further left was written by the caller.
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
