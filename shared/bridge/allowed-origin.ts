const ANY_PORT = ':*'
const ANY_SUBDOMAIN = 'https://*.'

/**
 * Whether a host page's origin is in the list, by the rules of `frame-ancestors`: an entry is an exact
 * origin, `http://localhost:*` for any port, or `https://*.shop.example` for every name below it.
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  // Any page can make itself an opaque origin, so `null` proves nothing, whatever the list says.
  if (origin === 'null') return false
  return allowed.some((entry) => {
    if (entry.startsWith(ANY_SUBDOMAIN)) return isBelow(origin, entry.slice(ANY_SUBDOMAIN.length))
    if (!entry.endsWith(ANY_PORT)) return origin === entry
    const host = entry.slice(0, -ANY_PORT.length)
    return (
      origin === host || (origin.startsWith(`${host}:`) && isPort(origin.slice(host.length + 1)))
    )
  })
}

const isPort = (text: string) => /^\d{1,5}$/.test(text)

function isBelow(origin: string, domain: string): boolean {
  const host = origin.startsWith('https://') ? origin.slice('https://'.length) : ''
  return host.endsWith(`.${domain}`) && host.length > domain.length + 1
}
