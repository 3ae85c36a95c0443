import { AlcoveError } from '../shared/errors.ts'

/** A setting of the server: its name, its description and its parser. */
export interface Setting<Value> {
  /** Name in the environment. */
  readonly name: string
  /** Title of a section of `.env.example` that begins here. */
  readonly title?: string
  /**
   * Text above the setting in `.env.example`: paragraphs, which are wrapped there. A paragraph that begins
   * with a blank keeps its lines. Absent: the text of the setting before covers this one too.
   */
  readonly about?: string | readonly string[]
  /** Value behind the name in `.env.example`; absent: the setting is not shown there. */
  readonly example?: string
  /**
   * Part of the value that logs redact: all of it, the password in the address, or the secret ones of its headers.
   * Default: nothing.
   */
  readonly hides?: 'all' | 'password' | 'headers'
  /** Keeps blanks and line breaks at the ends, because the parser validates them. */
  readonly isRaw?: boolean
  /**
   * @param text trimmed; undefined if the setting is missing.
   * @throws AlcoveError `config_invalid`.
   */
  readonly parse: (text: string | undefined, name: string) => Value
}

/** @throws always: AlcoveError `config_invalid`, naming the setting, its value and what was expected. */
export function refuse(name: string, value: string, expected: string): never {
  throw new AlcoveError('config_invalid', `${name} is ${value}; expected ${expected}.`)
}

// Parsers of the usual kinds of settings. A missing text gives undefined, or the default.

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

/** A request may name each of these addresses. */
export const ORIGINS_MAX = 32

/** Origins, separated by commas. */
export function asOrigins(text: string | undefined, name: string): readonly string[] {
  const entries = (text ?? '').split(',').flatMap((entry) => entry.trim() || [])
  if (entries.length > ORIGINS_MAX) {
    refuse(name, `a list of ${entries.length}`, `at most ${ORIGINS_MAX} origins`)
  }
  return [...new Set(entries.flatMap((entry) => asOrigin(entry, name) ?? []))]
}

/** Origin of an address that another parser has validated: none or one. */
export function asOriginOfAddress(text: string | undefined): readonly string[] {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? [url.origin] : []
}

/** Parses an address that may hold a password: errors show only the scheme of an invalid one. */
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
