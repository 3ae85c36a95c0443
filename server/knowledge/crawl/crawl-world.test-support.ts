import { createKnowledgeWorld, createSite, withReader } from '../../testing/knowledge-world.ts'
import { servePages, type SitePages } from '../../testing/knowledge-site.ts'
import { withStore } from '../../testing/with-store.ts'
import type { SourceSettings } from '../source-settings.ts'

/** Crawls of sites at a clock of the tests, for one file of tests. */
export function startCrawlWorld() {
  let ms = Date.parse('2027-01-15T08:00:00.000Z')
  const { store } = withStore('sqlite', { now: () => new Date(ms) })
  const reader = withReader()
  const later = (by: number) => (ms += by)

  async function crawlSite(
    kind: 'url' | 'sitemap',
    path: string,
    settings: Partial<SourceSettings> = {},
  ) {
    const pages: SitePages = new Map()
    const { origin, requests } = await createSite(servePages(pages))
    const world = createKnowledgeWorld(store, reader)
    let id: string | undefined
    return {
      pages,
      origin,
      takeRequests: () => requests.splice(0),
      takeRead: world.takeRead,
      async crawl(acceptsLoss = false) {
        id ??= (await world.add({ kind, location: origin + path, settings })).id
        const source = await world.crawls.run(id, { acceptsLoss })
        const documents = await listDocuments(id)
        return { source, read: documents.read, unread: documents.unread }
      },
    }

    async function listDocuments(sourceId: string) {
      const places = await store.crawledDocuments.listAddresses(sourceId, '', 1_000)
      const rows = await Promise.all(
        places.map(({ address }) => store.crawledDocuments.findByAddress(sourceId, address)),
      )
      const pathOf = (address: string) => address.replace(origin, '')
      const known = rows.filter((row) => row !== undefined)
      return {
        read: known.filter((row) => row.unreadReason === null).map((row) => pathOf(row.address)),
        unread: Object.fromEntries(
          known
            .filter((row) => row.unreadReason !== null)
            .map((row) => [pathOf(row.address), row.unreadReason]),
        ),
      }
    }
  }

  return { store, reader, later, now: () => ms, crawlSite }
}
