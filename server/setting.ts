import { AlcoveError } from '../shared/errors.ts'

/** One setting of the server: its name, what people read of it, and what becomes of its text. */
export interface Setting<Value> {
  /** In the environment. */
  readonly name: string
  /** Begins a part of `.env.example`. */
  readonly title?: string
  /**
   * What `.env.example` says above it: paragraphs, broken there as they fit; one that begins with a blank
   * stands as it is. Absent: the setting before speaks for it too.
   */
  readonly about?: string | readonly string[]
  /** What `.env.example` shows behind the name; absent: it does not show the setting. */
  readonly example?: string
  /** What no log may show of it: all of it, or the password in the address. Default: nothing. */
  readonly hides?: 'all' | 'password'
  /** Keeps blanks and line breaks at the ends, for a parser that judges them. */
  readonly isRaw?: boolean
  /**
   * @param text trimmed; undefined when there is none.
   * @throws AlcoveError `config_invalid`.
   */
  readonly parse: (text: string | undefined, name: string) => Value
}

/** @throws always: AlcoveError `config_invalid`, naming the setting, its value and what was expected. */
export function refuse(name: string, value: string, expected: string): never {
  throw new AlcoveError('config_invalid', `${name} is ${value}; expected ${expected}.`)
}

// How the usual kinds of settings are read. A text that is missing is undefined, or the default.

export const asText = (text: string | undefined): string | undefined => text

export const asNumber =
  <Fallback extends number | undefined>(fallback: Fallback, max: number, min = 0) =>
  (text: string | undefined, name: string): number | Fallback => {
    if (text === undefined) return fallback
    const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    return number <= max && number >= min
      ? number
      : refuse(name, JSON.stringify(text), `a whole number from ${min} to ${max}`)
  }

export function asSwitch(text: string | undefined, name: string): boolean {
  if (text === undefined || text === '0') return false
  return text === '1' || refuse(name, JSON.stringify(text), '1, or nothing')
}

export const asOneOf =
  <const Choice extends string>(choices: readonly Choice[], expected: string) =>
  (text: string | undefined, name: string): Choice | undefined => {
    const choice = choices.find((one) => one === text)
    if (choice !== undefined || text === undefined) return choice
    return refuse(name, JSON.stringify(text), expected)
  }

export function asHost(text: string | undefined, name: string): string {
  if (text === undefined) return '127.0.0.1'
  if (/^[\w.:-]+$/.test(text) && !text.includes('://')) return text
  return refuse(name, JSON.stringify(text), 'an address to listen on, such as 127.0.0.1')
}

export function asOrigin(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const rest = url && url.username + url.password + url.pathname + url.search + url.hash
  // `new URL` accepts a star in a host name, which leads nowhere.
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && rest === '/' && !url.hostname.includes('*')
  if (isOrigin) return url.origin
  const shown = JSON.stringify(text.replace(/\/\/[^/]*@/, '//…@'))
  return refuse(name, shown, 'an origin without a path, such as https://chat.example.com')
}

/** Each is an address that a request may name. */
export const ORIGINS_MAX = 32

/** Origins, separated by commas. */
export function asOrigins(text: string | undefined, name: string): readonly string[] {
  const entries = (text ?? '').split(',').flatMap((entry) => entry.trim() || [])
  if (entries.length > ORIGINS_MAX) {
    refuse(name, `a list of ${entries.length}`, `at most ${ORIGINS_MAX} origins`)
  }
  return [...new Set(entries.flatMap((entry) => asOrigin(entry, name) ?? []))]
}

/** Of an address that somebody else has checked, none or one. */
export function asOriginOfAddress(text: string | undefined): readonly string[] {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? [url.origin] : []
}

/** An address that may hold a password: of a wrong one only the scheme is shown. */
export const asAddress =
  (isAddress: (text: string) => boolean, expected: string) =>
  (text: string | undefined, name: string): string | undefined => {
    if (text === undefined || isAddress(text)) return text
    const scheme = /^[a-z][a-z\d+.-]*:/i.exec(text)?.[0] ?? 'something without a scheme'
    return refuse(name, scheme, `an address that begins with ${expected}`)
  }

export const asSecret =
  (minBytes: number) =>
  (text: string | undefined, name: string): string | undefined => {
    const bytes = Buffer.byteLength(text ?? '')
    if (text === undefined || bytes >= minBytes) return text
    return refuse(name, `${bytes} bytes long`, `at least ${minBytes} random bytes`)
  }

export const asTextUpTo =
  (maxBytes: number) =>
  (text: string | undefined, name: string): string | undefined => {
    const bytes = Buffer.byteLength(text ?? '')
    return bytes <= maxBytes
      ? text
      : refuse(name, `${bytes} bytes long`, `at most ${maxBytes} bytes`)
  }
