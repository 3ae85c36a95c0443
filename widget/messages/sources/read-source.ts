import { markInvisible } from '../../../shared/mark-invisible.ts'
import type { DocumentSource, MessagePart, SourcePart } from '../../../shared/thread/message.ts'
import { readClaimedHost, readSafeUrl } from '../../markdown/safe-url.ts'

export interface NumberedSource {
  /** From 1, in the order of first mention; a source has the same number everywhere. */
  readonly number: number
  /** Equal for mentions of the same page of the web, or of the same page of a document. */
  readonly key: string
  /** Absent: a document. */
  readonly url?: string
  readonly title: string
  /** Page of the document, if it is known. */
  readonly page?: number
}

/** Each cited source once. A title of a later mention is used too. */
export function numberSources(parts: readonly MessagePart[]): readonly NumberedSource[] {
  const byKey = new Map<string, NumberedSource>()
  for (const part of parts) {
    if (part.type !== 'source') continue
    const key = sourceKey(part)
    const { number = byKey.size + 1, title = '' } = byKey.get(key) ?? {}
    const facts = part.sourceType === 'url' ? { url: part.url } : pageOf(part)
    byKey.set(key, { number, key, title: title || titleOf(part), ...facts })
  }
  return [...byKey.values()]
}

export const sourceKey = (source: SourcePart): string =>
  source.sourceType === 'url' ? source.url : JSON.stringify([titleOf(source), source.page ?? null])

const titleOf = (source: SourcePart): string =>
  (source.title ?? '').trim() ||
  (source.sourceType === 'document' ? (source.filename ?? '').trim() : '')

const pageOf = ({ page }: DocumentSource) => (page === undefined ? {} : { page })

export interface ReadableSource {
  /** Only web addresses become links. */
  readonly href: string | undefined
  readonly host: string
  /** The title, or else the address without its scheme. */
  readonly name: string
  /** The title names a host other than the address's. */
  readonly isOtherHost: boolean
}

type ReadFields = Pick<NumberedSource, 'url' | 'title'>

const SCHEME = /^https?:\/\//i
const NAME_MAX_CHARACTERS = 200

/** Display form of a source. Titles and addresses come from a model: marked, shortened, never trusted. */
export function readSource({ url: address = '', title }: ReadFields): ReadableSource {
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
