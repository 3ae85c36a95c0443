import { createHash } from 'node:crypto'
import type { Store } from '../../store/store.ts'
import { SEED_QUIET_PAGES, SEED_TOPICS } from './seed-texts.ts'

/** Tells the source of the made-up pages from others. */
const LOCATION = 'https://shop.example/desk-seed'
/** No server crawls the source before its pages are there, nor later. */
const NEVER = '9999-12-31T00:00:00.000Z'
const LEASE_OWNER = 'desk-seed'
const MEDIA_TYPE = 'text/html'

type PagesStore = Pick<Store, 'sources' | 'crawls' | 'knowledge'>

/** A page of the shop, with its only piece. */
export interface SeedPage {
  readonly sourceId: string
  readonly documentId: string
  readonly pieceId: string
  readonly url: string
  readonly title: string
  readonly mediaType: string
  readonly text: string
}

/** Keeps the shop's pages as a crawl does. Returns them by their addresses. */
export async function keepSeedPages(
  store: PagesStore,
  projectId: string,
): Promise<ReadonlyMap<string, SeedPage>> {
  const fields = { kind: 'url', location: LOCATION, settings: '{}', isFixed: false } as const
  const known = await findSource(store, projectId)
  const { id: sourceId } = known ?? (await store.sources.add({ projectId, ...fields }, NEVER))
  const lease = { sourceId, owner: LEASE_OWNER }
  await store.crawls.take(lease)
  const crawl = await store.crawls.begin(lease)
  const answers = Object.values(SEED_TOPICS).flatMap((topics) =>
    topics.map(({ page, answer }) => [page, answer] as const),
  )
  const pages = new Map<string, SeedPage>()
  for (const [url, text] of [...answers, ...SEED_QUIET_PAGES]) {
    const page = { sourceId, url, title: titleOf(url), mediaType: MEDIA_TYPE, text }
    const documentId = await savePage(store, projectId, page, crawl?.crawlId ?? '')
    const [piece] = await store.knowledge.listPieces(projectId, documentId)
    pages.set(url, { ...page, documentId, pieceId: piece?.id ?? '' })
  }
  await store.crawls.end(lease, { state: 'ready', problem: null, dueAt: null })
  return pages
}

export async function removeSeedPages(store: PagesStore, projectId: string): Promise<void> {
  const source = await findSource(store, projectId)
  if (!source) return
  await store.sources.startRemoval(projectId, source.id)
  while (await store.sources.removeStep(source.id));
}

const findSource = async ({ sources }: PagesStore, projectId: string) =>
  (await sources.list(projectId)).find(({ location }) => location === LOCATION)

async function savePage(
  { knowledge }: PagesStore,
  projectId: string,
  { sourceId, url, title, mediaType, text }: Omit<SeedPage, 'documentId' | 'pieceId'>,
  crawlId: string,
): Promise<string> {
  const hash = createHash('sha256').update(text).digest('hex')
  const { id } = await knowledge.saveDocument({
    document: {
      projectId,
      sourceId,
      address: url,
      url,
      title,
      language: new URL(url).pathname.split('/')[1] ?? null,
      date: null,
      mediaType,
      bytes: Buffer.byteLength(text),
      etag: null,
      lastModified: null,
      hash,
      notes: [],
      unreadReason: null,
      unreadDetail: null,
      crawlId,
    },
    pieces: [{ headings: [], text, hash }],
  })
  return id
}

/** The last word of the address, as a title. */
function titleOf(url: string): string {
  const word = url.slice(url.lastIndexOf('/') + 1)
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}
