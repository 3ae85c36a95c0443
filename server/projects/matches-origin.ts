/**
 * Whether an `Origin` header is among a project's origins: exact ones, and `https://*.x.y` for any
 * name below `x.y` with the same scheme and port.
 */
export function matchesOrigin(allowed: readonly string[], origin: string): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false
  const url = new URL(origin)
  if (url.origin !== origin) return false
  return allowed.some((entry) => {
    const [scheme = '', host = ''] = entry.split('://')
    if (host.startsWith('*.')) {
      return `${scheme}:` === url.protocol && url.host.endsWith(host.slice(1))
    }
    if (host.endsWith(':*')) {
      return `${scheme}:` === url.protocol && url.hostname === host.slice(0, -2)
    }
    return entry === origin
  })
}
