/** What the chat needs of a page's Content-Security-Policy. */
type Directive = 'script-src' | 'frame-src'

/** A directive that is missing falls back to the next one. */
const FALLBACKS: Readonly<Record<Directive, readonly string[]>> = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
}

/** Whether a policy lets a page have something of an address; `undefined`: it says nothing of it, or asks otherwise. */
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
  // What a page with `strict-dynamic` trusts, it trusts by who asks for it.
  if (!sources || (name === 'script-src' && sources.includes("'strict-dynamic'"))) return undefined
  return sources.some((source) => allowsSource(source, wanted, page))
}

/** Whether a source of a policy stands for an address; paths are not looked at. */
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
