import type { IncomingHttpHeaders } from 'node:http'
import type { FoundAddress, KnowledgeDocumentRow } from '../../store/store.ts'
import type { SourceSettings } from '../source-settings.ts'
import { parseContentType } from './content-type.ts'
import { DOCUMENT_MAX_BYTES } from './document-limits.ts'
import type { Fetched, Walk } from './fetched.ts'
import { listSitemaps } from './list-sitemaps.ts'
import { createPathFilter } from './path-filter.ts'
import { PRODUCT } from './robots.ts'
import { createBelow, createSameSite, createTaken, toAddress } from './site-scope.ts'
import type { WebAnswer, WebClient } from './web-client.ts'

/** Time after which a page is asked for although its sitemap says that it did not change. */
export const TRUSTED_DATE_MS = 7 * 86_400_000

export interface WebWalkParts {
  readonly kind: 'sitemap' | 'url'
  readonly location: string
  readonly settings: SourceSettings
  readonly client: WebClient
  /** Finds a document of the source. */
  readonly find: (address: string) => Promise<KnowledgeDocumentRow | undefined>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** True once the crawl has used up its bounds. */
  readonly isOver: () => boolean
}

/** Walks over the pages of a sitemap, or over a page and its links. */
export function createWebWalk(parts: WebWalkParts): Walk {
  const { kind, location, settings, client, find, isOver } = parts
  const home = new URL(location)
  const isInside = kind === 'sitemap' ? createSameSite(home) : createBelow(home)
  const takes = createTaken(isInside, createPathFilter(settings))
  const isTaken = (url: URL) => takes(url) || (kind === 'url' && url.href === home.href)

  return {
    async list(add) {
      if (kind === 'sitemap') {
        return listSitemaps({ home, client, isInside, takes, isOver }, add)
      }
      await add([{ address: home.href, depth: 0, modifiedAt: null }])
      return { isWhole: true, problems: [] }
    },
    async fetch(found) {
      const { address } = found
      if (await isTrusted(parts, found)) return { type: 'skipped', address }
      const answer = await client.get(new URL(address), {
        maxBytes: DOCUMENT_MAX_BYTES,
        isInside,
        headersFor: async (url) => conditionsOf(await find(url.href)),
      })
      const isElsewhere = answer.type === 'outside' || !isTaken(answer.url)
      return isElsewhere ? { type: 'gone', address, detail: ELSEWHERE } : toFetched(answer)
    },
    linksOf({ depth }, links) {
      if (kind === 'sitemap' || depth >= settings.depth) return []
      const found = new Set<string>()
      for (const link of links) {
        const url = toAddress(link)
        if (url && takes(url)) found.add(url.href)
      }
      return [...found].map((address) => ({ address, depth: depth + 1, modifiedAt: null }))
    },
    takes: (address) => isTaken(new URL(address)),
  }
}

/** True if a sitemap's date says that a page is as it was when it was checked last, not long ago. */
async function isTrusted({ find, now }: WebWalkParts, { address, modifiedAt }: FoundAddress) {
  if (modifiedAt === null) return false
  const known = await find(address)
  if (!known || known.unreadReason !== null) return false
  return modifiedAt < known.checkedAt && Date.parse(known.checkedAt) > now() - TRUSTED_DATE_MS
}

/** Headers with which a server may answer that a document is unchanged. */
function conditionsOf(known: KnowledgeDocumentRow | undefined): Record<string, string> {
  if (!known || known.unreadReason !== null) return {}
  return {
    ...(known.etag === null ? {} : { 'If-None-Match': known.etag }),
    ...(known.lastModified === null ? {} : { 'If-Modified-Since': known.lastModified }),
  }
}

const ELSEWHERE = 'It leads to an address that does not belong to the source.'

function toFetched(answer: Exclude<WebAnswer, { type: 'outside' }>): Fetched {
  const address = answer.url.href
  switch (answer.type) {
    case 'ok': {
      const { headers, bytes } = answer
      const type = parseContentType(headers['content-type'])
      const language = headers['content-language']?.split(',')[0]?.trim() ?? null
      const isHidden = asksToHide(headers)
      const { etag, lastModified } = validatorsOf(headers)
      return {
        type: 'document',
        address,
        url: address,
        bytes,
        ...type,
        language,
        etag,
        lastModified,
        isHidden,
      }
    }
    case 'unchanged':
      return { type: 'unchanged', address, ...validatorsOf(answer.headers) }
    case 'status':
      return statusToFetched(address, answer.status)
    case 'robots':
      return barred(address, 'refused_by_robots', 'The robots.txt of its site forbids it.')
    case 'too_large': {
      const detail = `It has more than ${DOCUMENT_MAX_BYTES} bytes.`
      return { type: 'failed', address, reason: 'too_large', detail }
    }
    case 'refused':
      return barred(address, 'refused_address', `It was not asked: ${answer.detail}.`)
    case 'unreachable': {
      const detail = `Its server cannot be reached: ${answer.detail}.`
      return { type: 'failed', address, reason: 'unreachable', detail }
    }
    default:
      return answer satisfies never
  }
}

const barred = (
  address: string,
  reason: 'refused_by_robots' | 'refused_address',
  detail: string,
): Fetched => ({ type: 'barred', address, reason, detail })

function statusToFetched(address: string, status: number): Fetched {
  const detail = `Its server answers with status ${status}.`
  if (status === 404 || status === 410) return { type: 'gone', address, detail }
  const isLogin = status === 401 || status === 403
  return { type: 'failed', address, reason: isLogin ? 'login' : 'unreachable', detail }
}

const validatorsOf = ({ etag, 'last-modified': lastModified }: IncomingHttpHeaders) => ({
  etag: etag ?? null,
  lastModified: lastModified ?? null,
})

/** `X-Robots-Tag`: rules for all, or after the name of a crawler. */
function asksToHide(headers: IncomingHttpHeaders): boolean {
  const lines = [headers['x-robots-tag'] ?? []].flat()
  return lines
    .flatMap((line) => line.split(','))
    .some((rule) =>
      new RegExp(`^\\s*(?:${PRODUCT}\\s*:)?\\s*(?:noindex|none)\\s*$`, 'i').test(rule),
    )
}
