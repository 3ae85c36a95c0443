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
/** Addresses of one sitemap that are read; the protocol allows 50,000. */
export const SITEMAP_ENTRIES_MAX = 50_000

/**
 * Parses a sitemap, an index of sitemaps, or a list of addresses, one a line. Errors of the XML are passed
 * over as far as possible: many sites write `&` in addresses as it is.
 */
export function* parseSitemap(bytes: Uint8Array, charset: string | undefined): Steps<Sitemap> {
  const text = decodeXml(bytes, charset)
  if (!text.trimStart().startsWith('<')) return parseLines(text)
  const pages: SitemapEntry[] = []
  const sitemaps: SitemapEntry[] = []
  const path: string[] = []
  let root: string | undefined
  let field = ''
  let location = ''
  let modified = ''
  const parser = new SaxesParser({ fragment: true })
  parser.on('error', () => {})
  parser.on('opentag', ({ name, isSelfClosing }) => {
    const local = localName(name)
    root ??= local
    field = ''
    // A closing tag follows even for a tag that closes itself.
    path.push(local)
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
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('>', start + SLICE_CHARACTERS) + 1 || text.length
    parser.write(text.slice(start, end).replace(BARE_AMPERSAND, '&amp;'))
    start = end
    yield
  }
  parser.close()
  const isSitemap = root === 'urlset' || root === 'sitemapindex'
  return { pages, sitemaps, isSitemap }
}

/** The parser would read on from such a sign to the next semicolon. */
const BARE_AMPERSAND = /&(?!#?\w{1,16};)/g

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

function parseLines(text: string): Sitemap {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const addresses = lines.filter((line) => line !== '')
  const isSitemap = addresses.every((line) => /^https?:\/\//i.test(line)) && addresses.length > 0
  const pages = isSitemap ? addresses.slice(0, SITEMAP_ENTRIES_MAX) : []
  return {
    pages: pages.map((location) => ({ location, modifiedAt: null })),
    sitemaps: [],
    isSitemap,
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
