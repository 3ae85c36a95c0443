/** Directives of a page's Content-Security-Policy that the chat needs. */
type Directive = 'script-src' | 'frame-src'

/** A directive that is missing falls back to the next one. */
const FALLBACKS: Readonly<Record<Directive, readonly string[]>> = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
}

/**
 * True if a policy permits an address, false if not; `undefined`: the policy has no such directive, or
 * decides by another rule.
 */
export function allowsInPolicy(
  policy: string,
  name: Directive,
  wanted: URL,
  page: URL,
): boolean | undefined {
  const directives = new Map(
    policy.split(';').flatMap((part): [string, string[]][] => {
      const [directive, ...sources] = part.trim().split(/\s+/)
      return directive ? [[directive.toLowerCase(), sources]] : []
    }),
  )
  const sources = FALLBACKS[name].map((each) => directives.get(each)).find(Boolean)
  // With `strict-dynamic`, trust depends on the loading script, not on the address.
  if (!sources || (name === 'script-src' && sources.includes("'strict-dynamic'"))) return undefined
  return sources.some((source) => allowsSource(source, wanted, page))
}

/** True if a source of a policy matches an address; paths are ignored. */
export function allowsSource(
  source: string,
  { protocol, hostname, port }: URL,
  page: URL,
): boolean {
  if (source === '*') return true
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return source === protocol
  const [, scheme, name = '', ownPort] =
    /^(?:([a-z]+):\/\/)?([^/:']+)(?::(\d+|\*))?/i.exec(source) ?? []
  const isScheme = `${scheme ?? page.protocol.slice(0, -1)}:` === protocol
  const isHost = name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : name === hostname
  const defaultPort = protocol === 'https:' ? '443' : '80'
  const isPort = ownPort === '*' || (ownPort ?? defaultPort) === (port || defaultPort)
  return isScheme && isHost && isPort
}
