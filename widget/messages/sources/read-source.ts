import { markInvisible } from '../../../shared/mark-invisible.ts'
import type { CitedPassage } from '../../../shared/thread/cited-passage.ts'
import type { DocumentSource, MessagePart, SourcePart } from '../../../shared/thread/message.ts'
import { readClaimedHost, readSafeUrl } from '../../markdown/safe-url.ts'

export interface NumberedSource {
  /** From 1, in the order of first mention; a source has the same number everywhere. */
  readonly number: number
  /** Equal for mentions of the same page of the web, of the same page of a document, or of the same passage. */
  readonly key: string
  /** Absent: a document. */
  readonly url?: string
  readonly title: string
  /** Page of the document, if it is known. */
  readonly page?: number
  /** Passage of the owner's pages that the answer cites. */
  readonly passage?: CitedPassage
}

/** Each cited source once. A title of a later mention is used too. */
export function numberSources(parts: readonly MessagePart[]): readonly NumberedSource[] {
  const byKey = new Map<string, NumberedSource>()
  for (const part of parts) {
    if (part.type !== 'source') continue
    const key = sourceKey(part)
    const { number = byKey.size + 1, title = '' } = byKey.get(key) ?? {}
    const { passage } = part
    const facts = {
      ...(part.sourceType === 'url' ? { url: part.url } : pageOf(part)),
      ...(passage && { passage }),
    }
    byKey.set(key, { number, key, title: title || titleOf(part), ...facts })
  }
  return [...byKey.values()]
}

export function sourceKey(source: SourcePart): string {
  if (source.passage) return JSON.stringify(['passage', source.passage.number])
  return source.sourceType === 'url'
    ? source.url
    : JSON.stringify([titleOf(source), source.page ?? null])
}

/**
 * The source to which a reference such as `[3]` leads: the passage of this number, or in an answer without passages the
 * third source.
 */
export const findCited = (
  sources: readonly NumberedSource[],
  number: number,
): NumberedSource | undefined =>
  sources.some(({ passage }) => passage)
    ? sources.find(({ passage }) => passage?.number === number)
    : sources[number - 1]

/** A document of the owner's pages, with its cited passages. */
export interface CitedDocument {
  readonly key: string
  /** At least one, in the order of their numbers. */
  readonly sources: readonly [NumberedSource, ...NumberedSource[]]
}

/** The documents of cited passages, in the order of their first numbers. */
export function groupByDocument(sources: readonly NumberedSource[]): readonly CitedDocument[] {
  const byDocument = new Map<string, [NumberedSource, ...NumberedSource[]]>()
  for (const source of sources) {
    if (!source.passage) continue
    const key = documentKey(source)
    const known = byDocument.get(key)
    if (known) known.push(source)
    else byDocument.set(key, [source])
  }
  return [...byDocument].map(([key, cited]) => ({ key, sources: cited }))
}

/** The address without the place in the page, or the id of a document without an address. */
const documentKey = ({ url, title, passage }: NumberedSource): string =>
  url?.replace(/#.*/s, '') ?? passage?.kept?.documentId ?? title

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
