import { markInvisible } from '../../../shared/mark-invisible.ts'
import type { MessagePart } from '../../../shared/thread/message.ts'
import { readClaimedHost, readSafeUrl } from '../../markdown/safe-url.ts'

export interface NumberedSource {
  /** From 1, in the order of first mention; a page has the same number everywhere. */
  readonly number: number
  readonly url: string
  readonly title: string
}

/** Each cited page once. A title of a later mention is used too. */
export function numberSources(parts: readonly MessagePart[]): readonly NumberedSource[] {
  const byUrl = new Map<string, NumberedSource>()
  for (const part of parts) {
    if (part.type !== 'source') continue
    const known = byUrl.get(part.url)
    const title = known?.title || (part.title ?? '').trim()
    byUrl.set(part.url, { number: known?.number ?? byUrl.size + 1, url: part.url, title })
  }
  return [...byUrl.values()]
}

export interface ReadableSource {
  /** Only web addresses become links. */
  readonly href: string | undefined
  readonly host: string
  /** The title, or else the address without its scheme. */
  readonly name: string
  /** The title names a host other than the address's. */
  readonly isOtherHost: boolean
}

const SCHEME = /^https?:\/\//i
const NAME_MAX_CHARACTERS = 200

/** Display form of a source. Titles and addresses come from a model: marked, shortened, never trusted. */
export function readSource({ url: address, title }: NumberedSource): ReadableSource {
  const url = readSafeUrl(address)
  const isWeb = url !== undefined && SCHEME.test(url.href)
  const host = isWeb ? url.host : ''
  const claimed = readClaimedHost(title)
  return {
    href: isWeb ? url.href : undefined,
    host,
    name: shorten(title === '' ? (isWeb ? url.href : address).replace(SCHEME, '') : title),
    isOtherHost: isWeb && claimed !== undefined && withoutWww(claimed) !== withoutWww(host),
  }
}

const withoutWww = (host: string): string => host.replace(/^www\./, '')

function shorten(text: string): string {
  const characters = [...markInvisible(text.trim())]
  if (characters.length <= NAME_MAX_CHARACTERS) return characters.join('')
  return `${characters.slice(0, NAME_MAX_CHARACTERS).join('')}…`
}
