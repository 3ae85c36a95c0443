import { isIP } from 'node:net'
import { AlcoveError } from '../../shared/errors.ts'
import { PUBLIC_SUFFIXES } from './public-suffixes.ts'

/** Host pages that project `default` always allows: the developer's own machine. */
export const LOCAL_ORIGINS: readonly string[] = ['http://localhost:*', 'http://127.0.0.1:*']
export const ALLOWED_ORIGINS_MAX = 32
export const ALLOWED_ORIGIN_LENGTH_MAX = 255

const LOCAL_HOSTS = ['localhost', '127.0.0.1']
/** Scheme, an optional wildcard, host, port. Whatever could end a directive is outside of it. */
const ENTRY_PATTERN =
  /^(https?):\/\/(\*\.)?([^\s\p{C}"'`;,<>\\/?#@:%*[\]()]+)(?::(\d{1,5}|\*))?\/?$/iu
const LABEL_PATTERN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

const EXPECTED =
  'expected origins separated by commas, such as https://shop.example or https://*.shop.example (http and any port, :*, only for localhost and 127.0.0.1)'

/**
 * `ALCOVE_ALLOWED_ORIGINS`: parsed, put into punycode and written anew, so that an entry is exactly
 * one source of a `frame-ancestors` directive and nothing else.
 *
 * @throws AlcoveError `config_invalid`.
 */
export function parseAllowedOrigins(text: string | undefined): readonly string[] {
  const entries = (text ?? '').split(',').flatMap((entry) => trimBlanks(entry) || [])
  const origins = [...new Set(entries.map(parseEntry))]
  if (origins.length > ALLOWED_ORIGINS_MAX) {
    throw createOriginError(`${origins.length} entries`, `at most ${ALLOWED_ORIGINS_MAX} are kept`)
  }
  return origins
}

/** A raw line break is an attempt to write a second header, not a blank: it stays and is refused. */
const trimBlanks = (text: string): string => text.replace(/^ +| +$/g, '')

function parseEntry(entry: string): string {
  if (entry.length > ALLOWED_ORIGIN_LENGTH_MAX) {
    throw createOriginError(entry.slice(0, 40), `longer than ${ALLOWED_ORIGIN_LENGTH_MAX}`)
  }
  const [, scheme, wildcard, rawHost, port] = ENTRY_PATTERN.exec(entry) ?? []
  if (scheme === undefined || rawHost === undefined) throw createOriginError(entry, 'not an origin')
  const isWild = wildcard !== undefined
  const url = parseUrl(entry, scheme, rawHost, port)
  const host = url.hostname
  const isLocal = LOCAL_HOSTS.includes(host)
  if (!isHostName(host, rawHost)) throw createOriginError(entry, 'not a host name')
  if (url.protocol === 'http:' && !isLocal) throw createOriginError(entry, 'http is for localhost')
  if (port === '*' && !isLocal) throw createOriginError(entry, 'any port is for localhost')
  if (isWild) requireOwnDomain(entry, host)
  const shownPort = port === '*' ? ':*' : url.port && `:${url.port}`
  return `${url.protocol}//${isWild ? '*.' : ''}${host}${shownPort}`
}

function parseUrl(entry: string, scheme: string, host: string, port: string | undefined): URL {
  const number = port === undefined || port === '*' ? '' : `:${port}`
  const text = `${scheme}://${host}${number}`
  if (!URL.canParse(text) || Number(port) === 0) throw createOriginError(entry, 'not an origin')
  return new URL(text)
}

/** 0x7f.1 and 2130706433 are addresses in disguise; a URL parser unmasks them, and they change. */
function isHostName(host: string, raw: string): boolean {
  if (isIP(host) !== 0) return host === raw
  return host.split('.').every((label) => LABEL_PATTERN.test(label))
}

function requireOwnDomain(entry: string, host: string) {
  const isWhole = host.split('.').length >= 2 && isIP(host) === 0
  if (!isWhole) throw createOriginError(entry, 'a wildcard needs a domain with at least two labels')
  if (PUBLIC_SUFFIXES.has(host)) {
    throw createOriginError(entry, `everybody can get a name below ${host}`)
  }
  if (!entry.toLowerCase().startsWith('https:')) {
    throw createOriginError(entry, 'a wildcard needs https')
  }
}

const createOriginError = (entry: string, reason: string): AlcoveError =>
  new AlcoveError(
    'config_invalid',
    `ALCOVE_ALLOWED_ORIGINS: ${JSON.stringify(entry)}: ${reason}; ${EXPECTED}.`,
  )
