import { MAX_URL_CHARS } from './limits.ts'
import type { PhraseReader } from './phrase-reader.ts'
import { addSpan } from './spans.ts'

const WIDE_PUNCTUATION = /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65“”‘’…]/
const ADDRESS_CHARS = new RegExp(`(?:(?!${WIDE_PUNCTUATION.source})[^\\s<])+`, 'y')
const SCHEME = /(?:^|[^A-Za-z])(https?|ftp)$/i
const LONGEST_SCHEME = 6
const HOST = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/u
const TRAILING = /[?!.,:*_~'"]/
const MAY_STAND_BEFORE_WWW = /[\s*_~(]/

/** At `://` after a scheme: turns the address into a link. False when it is none. */
export function readSchemeLink(reader: PhraseReader): boolean {
  const { text, at, list } = reader
  if (!text.startsWith('://', at)) return false
  const scheme = SCHEME.exec(text.slice(Math.max(0, at - LONGEST_SCHEME), at))?.[1]
  const last = list.last
  if (scheme === undefined || last?.inline.type !== 'text') return false
  if (!last.inline.text.endsWith(scheme)) return false
  const rest = readRest(reader, at + 3, MAX_URL_CHARS - scheme.length - 3)
  if (!isHost(rest, { needsDot: false })) return false
  last.inline = { type: 'text', text: last.inline.text.slice(0, -scheme.length) }
  addLink(reader, { raw: `${scheme}://${rest}`, address: `${scheme}://${rest}` })
  reader.at = at + 3 + rest.length
  return true
}

/** At a `w`: turns `www.example.com` into a link. False when it is none. */
export function readWwwLink(reader: PhraseReader): boolean {
  const { text, at } = reader
  if (!text.startsWith('www.', at)) return false
  const before = text[at - 1]
  if (before !== undefined && !MAY_STAND_BEFORE_WWW.test(before)) return false
  const raw = readRest(reader, at, MAX_URL_CHARS)
  if (!isHost(raw, { needsDot: true })) return false
  addLink(reader, { raw, address: `http://${raw}` })
  reader.at = at + raw.length
  return true
}

function addLink({ list }: PhraseReader, { raw, address }: { raw: string; address: string }): void {
  const children = [{ type: 'text', text: raw } as const]
  addSpan(list, { type: 'link', address, isBare: true, children })
}

/** The address from `start` on, without what belongs to the sentence around it. */
function readRest({ text, brackets }: PhraseReader, start: number, limit: number): string {
  ADDRESS_CHARS.lastIndex = start
  const found = ADDRESS_CHARS.exec(text.slice(0, start + limit + 1))?.[0] ?? ''
  // Longer ones are no links: nobody could check where they lead to.
  if (found.length > limit) return ''
  const bracket = brackets.length > 0 ? found.indexOf(']') : -1
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

/** Where `&name;` starts that ends at `end`. */
function startOfReference(address: string, end: number): number | undefined {
  let start = end - 2
  while (start >= 0 && /[A-Za-z0-9]/.test(address[start] ?? '')) start -= 1
  return start < end - 2 && address[start] === '&' ? start : undefined
}

function isHost(address: string, { needsDot }: { needsDot: boolean }): boolean {
  const parts = HOST.exec(address)?.[0].split('.') ?? []
  if (parts.length === 0 || (needsDot && parts.length < 2)) return false
  // An underscore may stand in a name, but not in its last two parts.
  return !parts.slice(-2).some((part) => part.includes('_'))
}
