import { gunzip } from 'node:zlib'
import { AlcoveError } from '../../../shared/errors.ts'
import { inTurns } from '../../steps/in-turns.ts'
import type { FoundAddress } from '../../store/store.ts'
import { parseContentType } from './content-type.ts'
import type { Listing } from './fetched.ts'
import { parseSitemap, type Sitemap } from './parse-sitemap.ts'
import { toAddress } from './site-scope.ts'
import { unpackLimited, type WebClient } from './web-client.ts'

/** Bytes of one sitemap, unpacked; the protocol allows 50 MiB. */
export const SITEMAP_MAX_BYTES = 52_428_800
/** Sitemaps of one source. */
export const SITEMAPS_MAX = 500
/** Levels of sitemaps below the first. */
export const SITEMAP_DEPTH_MAX = 3
const PROBLEMS_SHOWN = 5

export interface SitemapSource {
  readonly home: URL
  readonly client: WebClient
  /** True for addresses of the source's site. */
  readonly isInside: (url: URL) => boolean
  /** True for pages that the source takes. */
  readonly takes: (url: URL) => boolean
  /** True once the crawl has used up its bounds. Default: never. */
  readonly isOver?: () => boolean
}

/** Tells the pages of a sitemap and of all sitemaps below it. One that cannot be read leaves out no other. */
export async function listSitemaps(
  { home, client, isInside, takes, isOver = () => false }: SitemapSource,
  add: (found: readonly FoundAddress[]) => Promise<void>,
): Promise<Listing> {
  const problems: string[] = []
  const waiting = [{ url: home, depth: 0 }]
  const seen = new Set([home.href])
  let isWhole = true
  let outside = 0
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { url, depth } = next
    if (isOver()) {
      isWhole = false
      problems.push(
        'Its sitemaps alone reach a limit of the crawl: raise limits.minutes or limits.bytes.',
      )
      break
    }
    const sitemap = await fetchSitemap(client, url, isInside)
    if (typeof sitemap === 'string') {
      isWhole = false
      problems.push(`The sitemap ${url.href} cannot be read: ${sitemap}.`)
      continue
    }
    const pages = sitemap.pages.flatMap(({ location, modifiedAt }) => {
      const page = toAddress(location, url)
      if (page && !isInside(page)) outside += 1
      return page && takes(page) ? [{ address: page.href, depth: 0, modifiedAt }] : []
    })
    await add(pages)
    for (const { location } of sitemap.sitemaps) {
      const child = toAddress(location, url)
      if (!child || seen.has(child.href)) continue
      if (!isInside(child) || depth >= SITEMAP_DEPTH_MAX || seen.size >= SITEMAPS_MAX) {
        isWhole = false
        problems.push(`The sitemap ${child.href} is left out: ${leftOutReason(isInside(child))}.`)
        continue
      }
      seen.add(child.href)
      waiting.push({ url: child, depth: depth + 1 })
    }
  }
  if (outside > 0) problems.push(`${outside} addresses of other sites are left out.`)
  return { isWhole, problems: shorten(problems) }
}

const leftOutReason = (isInside: boolean): string =>
  isInside
    ? `a source has at most ${SITEMAPS_MAX} sitemaps in ${SITEMAP_DEPTH_MAX} levels`
    : 'it belongs to another site'

function shorten(problems: readonly string[]): readonly string[] {
  const more = problems.length - PROBLEMS_SHOWN
  if (more <= 0) return problems
  return [...problems.slice(0, PROBLEMS_SHOWN), `There are ${more} more problems of its sitemaps.`]
}

/** @returns the rest of a sentence if it cannot be read. */
async function fetchSitemap(
  client: WebClient,
  url: URL,
  isInside: (url: URL) => boolean,
): Promise<Sitemap | string> {
  const answer = await client.get(url, { maxBytes: SITEMAP_MAX_BYTES, isInside })
  switch (answer.type) {
    case 'ok':
      break
    case 'status':
      return `it answers with status ${answer.status}`
    case 'robots':
      return 'the robots.txt of its site forbids it'
    case 'outside':
      return `it leads to another site, ${answer.url.href}`
    case 'too_large':
      return `it has more than ${SITEMAP_MAX_BYTES} bytes`
    case 'unchanged':
      return 'it answers a plain request with status 304'
    case 'unreachable':
    case 'refused':
      return answer.detail
    default:
      return answer satisfies never
  }
  try {
    const { charset } = parseContentType(answer.headers['content-type'])
    const bytes = await gunzipMarked(answer.bytes)
    const sitemap = await inTurns(parseSitemap(bytes, charset))
    return sitemap.isSitemap ? sitemap : 'it is not a sitemap'
  } catch (error) {
    const isTooLarge = error instanceof AlcoveError && error.code === 'too_large'
    return isTooLarge ? `unpacked, it has more than ${SITEMAP_MAX_BYTES} bytes` : 'it is damaged'
  }
}

/** Servers send packed sitemaps with and without a header that says so: the first bytes tell. */
const gunzipMarked = (bytes: Buffer): Promise<Buffer> | Buffer =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? unpackLimited(gunzip, bytes, SITEMAP_MAX_BYTES) : bytes
