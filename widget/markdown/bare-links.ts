import { MAX_URL_CHARS } from './limits.ts'
import type { Inline, LinkSpan } from './nodes.ts'

/**
 * Characters inside words, in addresses too: dashes, the dots of Catalan and Japanese, the marks of Hebrew and Thai
 * abbreviations and of Tibetan syllables, and the joiners of Persian and Indic words.
 */
const CONNECTOR = '[\\u2010-\\u2015\\u058a\\u05be·・׳״ฯ་\\u200c\\u200d]'
/** Neither a letter of any script nor an ASCII character: part of the sentence. The last are fullwidth symbols. */
const FOREIGN = '(?![\\0-\\x7f\\p{L}\\p{N}])[\\p{P}\\p{Cf}\\u3000-\\u303f\\uff01-\\uff65]'
const ADDRESS_CHARS = new RegExp(`(?:${CONNECTOR}|(?!${FOREIGN})[^\\s<])+`, 'uy')
const SCHEME = /(?:^|[^A-Za-z])(https?|ftp)$/i
const LONGEST_SCHEME = 6
const HOST = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/u
const TRAILING = new RegExp(`[?!.,:*_~'"]|${CONNECTOR}`, 'u')
const MAY_STAND_BEFORE_WWW = /[\s*_~(]|(?![\0-\x7f])\p{P}/u

/** An address written in a text. */
export interface BareAddress {
  readonly start: number
  /** Offset behind it. */
  readonly end: number
}

/** The address whose `://` is at `at`, if there is one. Inside brackets it ends before the closing bracket. */
export function findSchemeAddress(
  text: string,
  at: number,
  isInBrackets: boolean,
): BareAddress | undefined {
  if (!text.startsWith('://', at)) return undefined
  const scheme = SCHEME.exec(text.slice(Math.max(0, at - LONGEST_SCHEME), at))?.[1]
  if (scheme === undefined) return undefined
  const rest = readRest(text, at + 3, { isInBrackets, limit: MAX_URL_CHARS - scheme.length - 3 })
  if (!isHost(rest, { needsDot: false })) return undefined
  return { start: at - scheme.length, end: at + 3 + rest.length }
}

/** The address without a scheme whose `www.` is at `at`, if there is one. */
export function findWwwAddress(
  text: string,
  at: number,
  isInBrackets: boolean,
): BareAddress | undefined {
  if (!text.startsWith('www.', at)) return undefined
  const before = text[at - 1]
  if (before !== undefined && !MAY_STAND_BEFORE_WWW.test(before)) return undefined
  const address = readRest(text, at, { isInBrackets, limit: MAX_URL_CHARS })
  return isHost(address, { needsDot: true }) ? { start: at, end: at + address.length } : undefined
}

/** The address from `at` on, without characters of the sentence around it. */
function readRest(
  text: string,
  at: number,
  { isInBrackets, limit }: { isInBrackets: boolean; limit: number },
): string {
  ADDRESS_CHARS.lastIndex = at
  const found = ADDRESS_CHARS.exec(text.slice(0, at + limit + 1))?.[0] ?? ''
  // Longer addresses are not links: people could not check where they lead.
  if (found.length > limit) return ''
  const bracket = isInBrackets ? found.indexOf(']') : -1
  return trimAddress(bracket === -1 ? found : found.slice(0, bracket))
}

function trimAddress(address: string): string {
  let end = address.length
  let opened = 0
  let closed = 0
  for (const char of address) {
    if (char === '(') opened += 1
    else if (char === ')') closed += 1
  }
  while (end > 0) {
    const char = address[end - 1] ?? ''
    if (char === ')' && closed > opened) closed -= 1
    else if (char === ';') {
      end = (startOfReference(address, end) ?? end - 1) + 1
    } else if (!TRAILING.test(char)) break
    end -= 1
  }
  return address.slice(0, end)
}

/** Start of the `&name;` that ends at `end`. */
function startOfReference(address: string, end: number): number | undefined {
  let start = end - 2
  while (start >= 0 && /[A-Za-z0-9]/.test(address[start] ?? '')) start -= 1
  return start < end - 2 && address[start] === '&' ? start : undefined
}

function isHost(address: string, { needsDot }: { needsDot: boolean }): boolean {
  const parts = HOST.exec(address)?.[0].split('.') ?? []
  if (parts.length === 0 || (needsDot && parts.length < 2)) return false
  // An underscore is allowed in a name, but not in its last two parts.
  return !parts.slice(-2).some((part) => part.includes('_'))
}

const LOCAL_PART = /[A-Za-z0-9.+_-]/
const MAIL_HOST = /[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+/y

/** Splits a text at its mail addresses. */
export function linkMailAddresses(text: string): Inline[] {
  if (!text.includes('@')) return text === '' ? [] : [{ type: 'text', text }]
  const inlines: Inline[] = []
  let done = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > done && LOCAL_PART.test(text[start - 1] ?? '')) start -= 1
    MAIL_HOST.lastIndex = at + 1
    const host = start === at ? undefined : MAIL_HOST.exec(text)?.[0]
    if (host === undefined || !/[A-Za-z]$/.test(host)) continue
    // Neither a part of a web address nor half of a longer name.
    if (text[at + 1 + host.length] === '@' || text[start - 1] === '/') continue
    const raw = text.slice(start, at + 1 + host.length)
    if (start > done) inlines.push({ type: 'text', text: text.slice(done, start) })
    inlines.push(bareLink(raw, `mailto:${raw}`))
    done = start + raw.length
  }
  if (done < text.length) inlines.push({ type: 'text', text: text.slice(done) })
  return inlines
}

/** A link with the address as its text. */
export const bareLink = (text: string, address: string): LinkSpan => ({
  type: 'link',
  address,
  isBare: true,
  children: [{ type: 'text', text }],
})
