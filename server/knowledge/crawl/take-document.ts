import { inTurns } from '../../steps/in-turns.ts'
import type { FoundAddress, KnowledgeDocumentRow, SourceRow, Store } from '../../store/store.ts'
import type { RawDocument, ReadDocument, UnreadReason } from '../document.ts'
import { splitDocument } from '../index/split-document.ts'
import { UnreadError } from '../unread-error.ts'
import { canonicalOf } from './canonical.ts'
import type { Fetched, FetchedDocument, Walk } from './fetched.ts'

/** Means of a crawl to understand documents. */
export interface DocumentParts {
  /** @throws UnreadError */
  readonly readDocument: (raw: RawDocument, projectId: string) => Promise<ReadDocument>
}

export interface TakerParts extends DocumentParts {
  readonly store: Pick<Store, 'knowledge' | 'crawledDocuments'>
  readonly source: SourceRow
  readonly crawlId: string
  readonly walk: Walk
  /** Adds links of a document to the crawl. */
  readonly enqueue: (found: readonly FoundAddress[]) => Promise<void>
}

/** The effect of an address on the index. */
export type Taken = 'saved' | 'unchanged' | 'unread' | 'gone' | 'failed'

/**
 * Writes what a crawl found at an address. A document that has a text keeps it until two crawls a day apart
 * did not find it, except if its site or its owner forbids to read it.
 */
export async function takeFetched(
  parts: TakerParts,
  found: FoundAddress,
  fetched: Fetched,
): Promise<Taken> {
  const { store, source, crawlId } = parts
  const known = await store.crawledDocuments.findByAddress(source.id, fetched.address)
  switch (fetched.type) {
    case 'document':
      return takeDocument(parts, found, fetched, known)
    case 'unchanged': {
      if (!known) return 'unchanged'
      // Some servers answer 304 without them.
      const etag = fetched.etag ?? known.etag
      const lastModified = fetched.lastModified ?? known.lastModified
      await store.crawledDocuments.markUnchanged({ id: known.id, crawlId, etag, lastModified })
      return 'unchanged'
    }
    case 'skipped':
      if (known) await store.crawledDocuments.markFound(known.id, crawlId, null)
      return 'unchanged'
    case 'barred':
      await saveUnread(parts, fetched.address, fetched)
      return 'unread'
    case 'gone':
      await takeGone(parts, found, known, { ...fetched, reason: 'not_found' })
      return 'gone'
    case 'failed':
      if (hasText(known)) {
        await store.crawledDocuments.markFound(known.id, crawlId, fetched.detail)
      } else await saveUnread(parts, fetched.address, fetched)
      return hasText(known) || fetched.reason === 'unreachable' ? 'failed' : 'unread'
    default:
      return fetched satisfies never
  }
}

async function takeDocument(
  parts: TakerParts,
  found: FoundAddress,
  fetched: FetchedDocument,
  known: KnowledgeDocumentRow | undefined,
): Promise<Taken> {
  const { store, source, crawlId, walk, enqueue, readDocument } = parts
  const { address, bytes, mediaType, charset, etag, lastModified } = fetched
  const hash = await hashOf(bytes)
  if (hasText(known) && known.hash === hash && isAt(known, fetched)) {
    await store.crawledDocuments.markUnchanged({ id: known.id, crawlId, etag, lastModified })
    return 'unchanged'
  }
  try {
    if (fetched.isHidden) throw new UnreadError('hidden', 'Its server asks not to index it.')
    const document = await readDocument({ address, bytes, mediaType, charset }, source.projectId)
    // Before the document: a crawl that goes on passes over documents that it has.
    await enqueue(walk.linksOf(found, document.links))
    if (document.isHidden) throw new UnreadError('hidden', 'The page asks not to be indexed.')
    await saveRead(parts, fetched, hash, document)
    return 'saved'
  } catch (error) {
    if (!(error instanceof UnreadError)) throw error
    const { reason, message: detail } = error
    if (reason === 'hidden') await saveUnread(parts, address, { reason, detail })
    else await takeGone(parts, found, known, { reason, detail })
    return 'unread'
  }
}

/** In a thread, since a file may have many megabytes. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Buffer.from(hash).toString('base64url')
}

const isAt = (known: KnowledgeDocumentRow, { url, address }: FetchedDocument): boolean =>
  known.url === url || known.address !== address

interface WithText extends KnowledgeDocumentRow {
  readonly unreadReason: null
}

const hasText = (known: KnowledgeDocumentRow | undefined): known is WithText =>
  known !== undefined && known.unreadReason === null

async function saveRead(
  { store, source, crawlId }: TakerParts,
  { address, url, bytes, mediaType, language, etag, lastModified }: FetchedDocument,
  hash: string,
  document: ReadDocument,
) {
  const canonical = url === null ? undefined : canonicalOf(address, document.canonical)
  await store.knowledge.saveDocument({
    document: {
      projectId: source.projectId,
      sourceId: source.id,
      address,
      url: canonical ?? url,
      title: document.title,
      language: document.language ?? language,
      date: document.date ?? null,
      mediaType: mediaType ?? 'application/octet-stream',
      bytes: bytes.length,
      etag,
      lastModified,
      hash,
      notes: document.notes,
      unreadReason: null,
      unreadDetail: null,
      crawlId,
    },
    pieces: await inTurns(splitDocument(document)),
  })
}

interface Unread {
  readonly reason: UnreadReason
  readonly detail: string
}

/** A document that is not there, or not readable as it is now. */
async function takeGone(
  parts: TakerParts,
  found: FoundAddress,
  known: KnowledgeDocumentRow | undefined,
  unread: Unread & { readonly address?: string },
) {
  if (hasText(known)) {
    await parts.store.crawledDocuments.markLost(known.id, unread.detail)
    return
  }
  // A broken link is reported by one crawl; the next one forgets it, unless it finds the link again.
  const isReported = known?.unreadReason === 'not_found' && found.depth > 0
  if (isReported && unread.reason === 'not_found') return
  await saveUnread(parts, known?.address ?? unread.address ?? found.address, unread)
}

async function saveUnread(
  { store, source, crawlId }: TakerParts,
  address: string,
  { reason, detail }: Unread,
) {
  await store.knowledge.saveDocument({
    document: {
      projectId: source.projectId,
      sourceId: source.id,
      address,
      url: null,
      title: address,
      language: null,
      date: null,
      mediaType: 'application/octet-stream',
      bytes: 0,
      etag: null,
      lastModified: null,
      hash: '',
      notes: [],
      unreadReason: reason,
      unreadDetail: detail,
      crawlId,
    },
    pieces: [],
  })
}
