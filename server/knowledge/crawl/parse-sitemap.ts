import { SaxesParser } from 'saxes'
import type { Steps } from '../../steps/in-turns.ts'

/** An address in a sitemap, or of another sitemap. */
export interface SitemapEntry {
  readonly location: string
  /** ISO 8601; the end of the day if the sitemap names a day. */
  readonly modifiedAt: string | null
}

export interface Sitemap {
  readonly pages: readonly SitemapEntry[]
  readonly sitemaps: readonly SitemapEntry[]
  /** False: it is another text, such as an error page. */
  readonly isSitemap: boolean
}

/** Characters that a step parses, up to the end of a tag. */
const SLICE_CHARACTERS = 16_384
/** A slice without the end of a tag, or of a line, is no longer. */
export const SLICE_MAX_CHARACTERS = 262_144
/** Elements in each other: the parser keeps all that are open, and closes each at the end. */
export const SITEMAP_LEVELS_MAX = 50
/** Attributes of an element, which the parser keeps until its tag ends. */
export const ATTRIBUTES_MAX = 1_000
/** Addresses of one sitemap that are read; the protocol allows 50,000. */
export const SITEMAP_ENTRIES_MAX = 50_000

/**
 * Parses a sitemap, an index of sitemaps, or a list of addresses, one a line. Errors of the XML are passed
 * over as far as possible: many sites write `&` in addresses as it is.
 *
 * @throws an error for a text that only costs time and memory.
 */
export function* parseSitemap(bytes: Uint8Array, charset: string | undefined): Steps<Sitemap> {
  const text = decodeXml(bytes, charset)
  if (!text.trimStart().startsWith('<')) return yield* parseLines(text)
  const pages: SitemapEntry[] = []
  const sitemaps: SitemapEntry[] = []
  const path: string[] = []
  let root: string | undefined
  let field = ''
  let location = ''
  let modified = ''
  let attributes = 0
  const parser = new SaxesParser({ fragment: true })
  parser.on('error', () => {})
  parser.on('opentagstart', () => (attributes = 0))
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > ATTRIBUTES_MAX) throw new Error('An element has too many attributes.')
  })
  parser.on('opentag', ({ name, isSelfClosing }) => {
    const local = localName(name)
    root ??= local
    field = ''
    // A closing tag follows even for a tag that closes itself.
    path.push(local)
    if (path.length > SITEMAP_LEVELS_MAX) throw new Error('Its elements are too deep.')
    if (path.length === 2 && !isSelfClosing) location = modified = ''
  })
  const keep = (text: string) => (field += text)
  parser.on('text', keep)
  parser.on('cdata', keep)
  parser.on('closetag', () => {
    const local = path.pop()
    if (path.length === 2 && local === 'loc') location = field.trim()
    if (path.length === 2 && local === 'lastmod') modified = field.trim()
    if (path.length !== 1 || location === '') return
    const into = local === 'sitemap' ? sitemaps : local === 'url' ? pages : undefined
    if (into && into.length < SITEMAP_ENTRIES_MAX) {
      into.push({ location, modifiedAt: toTime(modified) })
    }
    location = modified = ''
  })
  for (const slice of slices(text, />/g)) {
    parser.write(slice.replace(BARE_AMPERSAND, '&amp;'))
    yield
  }
  parser.close()
  const isSitemap = root === 'urlset' || root === 'sitemapindex'
  return { pages, sitemaps, isSitemap }
}

/** The parser would read on from such a sign to the next semicolon. */
const BARE_AMPERSAND = /&(?!#?\w{1,16};)/g

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** Parts of a text, each up to an end that the pattern finds, or of the greatest length. */
function* slices(text: string, ends: RegExp): Generator<string, void, void> {
  for (let start = 0; start < text.length;) {
    const most = text.slice(start, start + SLICE_MAX_CHARACTERS)
    ends.lastIndex = SLICE_CHARACTERS
    const slice = ends.test(most) ? most.slice(0, ends.lastIndex) : most
    yield slice
    start += slice.length
  }
}

function* parseLines(text: string): Steps<Sitemap> {
  const locations: string[] = []
  for (const slice of slices(text, /[\r\n]/g)) {
    for (const line of slice.split(/[\r\n]+/)) {
      const location = line.trim()
      if (location === '') continue
      if (!/^https?:\/\//i.test(location)) return { pages: [], sitemaps: [], isSitemap: false }
      locations.push(location)
    }
    if (locations.length >= SITEMAP_ENTRIES_MAX) break
    yield
  }
  return {
    pages: locations
      .slice(0, SITEMAP_ENTRIES_MAX)
      .map((location) => ({ location, modifiedAt: null })),
    sitemaps: [],
    isSitemap: locations.length > 0,
  }
}

/** The encoding by its mark at the start, its server, or its XML declaration, in this order; else UTF-8. */
function decodeXml(bytes: Uint8Array, charset: string | undefined): string {
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be')
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le')
  if (first === 0xef && second === 0xbb) return decode(bytes, 'utf-8')
  const head = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]
  return decode(bytes, charset ?? declared ?? 'utf-8')
}

const DECLARATION_BYTES = 200

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    // An encoding that no browser knows.
    return new TextDecoder().decode(bytes)
  }
}

function toTime(text: string): string | null {
  const ms = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
