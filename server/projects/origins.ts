import { isIP } from 'node:net'
import { getPublicSuffix } from 'tldts'
import { AlcoveError } from '../../shared/errors.ts'

/** The developer's own machine, whose pages have no rights in production. */
export const LOCAL_ORIGINS: readonly string[] = ['http://localhost:*', 'http://127.0.0.1:*']
/** Maximum number of origins in a list. */
export const ALLOWED_ORIGINS_MAX = 32
/** Maximum length of an entry, in characters. */
export const ALLOWED_ORIGIN_LENGTH_MAX = 255
/** Hosts that need no https. */
export const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1']

/** Scheme, an optional wildcard, host, port. Excludes every character that could end a directive. */
const ENTRY_PATTERN =
  /^(https?):\/\/(\*\.)?([^\s\p{C}"'`;,<>\\/?#@:%*[\]()]+)(?::(\d{1,5}|\*))?\/?$/iu
const LABEL_PATTERN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

const EXPECTED =
  'expected an origin, such as https://shop.example or https://*.shop.example (http and any port, :*, only for localhost and 127.0.0.1)'

/**
 * Parses a setting with origins, separated by commas.
 *
 * @throws AlcoveError `config_invalid`.
 */
export function parseAllowedOrigins(
  text: string | undefined,
  source = 'ALCOVE_ALLOWED_ORIGINS',
): readonly string[] {
  const entries = (text ?? '').split(',').flatMap((entry) => trimBlanks(entry) || [])
  const origins = [...new Set(entries.map((entry) => parseOrigin(entry, source)))]
  requireFew(origins, source)
  return origins
}

/**
 * Parses a list of origins, without duplicates.
 *
 * @param source place of the list, for the error, for example `projects.shop.hosts`.
 * @throws AlcoveError `config_invalid`, naming the entry by its index.
 */
export function parseOrigins(entries: readonly string[], source: string): readonly string[] {
  requireFew(entries, source)
  return [...new Set(entries.map((entry, index) => parseOrigin(entry, `${source}[${index}]`)))]
}

function requireFew(entries: readonly string[], source: string) {
  if (entries.length <= ALLOWED_ORIGINS_MAX) return
  const reason = `there are ${entries.length} entries; at most ${ALLOWED_ORIGINS_MAX} are kept`
  throw new AlcoveError('config_invalid', `${source}: ${reason}.`)
}

/** A raw line break is an attempt to write a second header, not a blank: it is kept, and then refused. */
const trimBlanks = (text: string): string => text.replace(/^ +| +$/g, '')

/** Converted to punycode and rewritten, so that the result is exactly one source of a directive. */
function parseOrigin(entry: string, source: string): string {
  const refuse = (reason: string) => createOriginError(source, entry, reason)
  if (entry.length > ALLOWED_ORIGIN_LENGTH_MAX) {
    throw createOriginError(source, entry.slice(0, 40), `longer than ${ALLOWED_ORIGIN_LENGTH_MAX}`)
  }
  const [, scheme, wildcard, rawHost, port] = ENTRY_PATTERN.exec(entry) ?? []
  if (scheme === undefined || rawHost === undefined) throw refuse('not an origin')
  const isWild = wildcard !== undefined
  const url = parseUrl(scheme, rawHost, port)
  if (!url) throw refuse('not an origin')
  const host = url.hostname
  const isLocal = LOCAL_HOSTS.includes(host)
  if (!isHostName(host, rawHost)) throw refuse('not a host name')
  if (url.protocol === 'http:' && !isLocal) throw refuse('http is for localhost')
  if (port === '*' && !isLocal) throw refuse('any port is for localhost')
  const width = isWild ? wildcardFault(url) : undefined
  if (width !== undefined) throw refuse(width)
  const shownPort = port === '*' ? ':*' : url.port && `:${url.port}`
  return `${url.protocol}//${isWild ? '*.' : ''}${host}${shownPort}`
}

function parseUrl(scheme: string, host: string, port: string | undefined): URL | undefined {
  const number = port === undefined || port === '*' ? '' : `:${port}`
  const text = `${scheme}://${host}${number}`
  return URL.canParse(text) && Number(port) !== 0 ? new URL(text) : undefined
}

/** 0x7f.1 and 2130706433 are IP addresses too; a URL parser rewrites them, so they change. */
function isHostName(host: string, raw: string): boolean {
  if (isIP(host) !== 0) return host === raw
  return host.split('.').every((label) => LABEL_PATTERN.test(label))
}

/** Domains below which strangers have pages or names, although the public list lacks them. */
const SHARED_DOMAINS: ReadonlySet<string> = new Set(
  (
    'netlify.com herokussl.com railway.app glitch.me stackblitz.io webcontainer.io codesandbox.io ' +
    'googleusercontent.com amazonaws.com windows.net core.windows.net cloudapp.azure.com fastly.net ' +
    'loca.lt localtunnel.me lhr.life serveo.net gitpod.io github.dev app.github.dev nip.io sslip.io ' +
    'shopifypreview.com weebly.com squarespace.com wordpress.com wpengine.com tumblr.com neocities.org ' +
    'com.uk edu.uk gov.mx k12.de.us lib.de.us k12.hi.us lib.ms.us k12.nd.us cc.nd.us lib.nd.us ' +
    'k12.ri.us k12.sd.us k12.wv.us lib.wv.us'
  ).split(' '),
)

/** A wildcard there would admit pages of strangers. */
const isShared = (hostname: string): boolean =>
  SHARED_DOMAINS.has(hostname) ||
  getPublicSuffix(hostname, { allowPrivateDomains: true }) === hostname

function wildcardFault({ hostname, protocol }: URL): string | undefined {
  const isWhole = hostname.split('.').length >= 2 && isIP(hostname) === 0
  if (!isWhole) return 'a wildcard needs a domain with at least two labels'
  if (isShared(hostname)) return `everybody can get a name below ${hostname}`
  return protocol === 'https:' ? undefined : 'a wildcard needs https'
}

const createOriginError = (source: string, entry: string, reason: string): AlcoveError =>
  new AlcoveError('config_invalid', `${source}: ${JSON.stringify(entry)}: ${reason}; ${EXPECTED}.`)

/**
 * True if an `Origin` header is among a project's origins: exact ones, and `https://*.x.y` for any name below
 * `x.y` with the same scheme and port.
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
