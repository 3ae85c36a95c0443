import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { htmlPage, servePages, sitemapOf, type SitePages } from '../../testing/knowledge-site.ts'
import { createKnowledgeWorld, createSite, withReader } from '../../testing/knowledge-world.ts'
import { withStore } from '../../testing/with-store.ts'

describe.each(ENGINES)('a source that is removed on %s', (engine) => {
  const { store } = withStore(engine)
  const reader = withReader()

  test('while it is crawled goes with all its pages, and the crawl ends without an error', async () => {
    const pages: SitePages = new Map()
    const { origin, requests } = await createSite(servePages(pages))
    const { add, crawls } = createKnowledgeWorld(store, reader)
    pages.set('/sitemap.xml', sitemapOf(['/a', '/b', '/c'].map((path) => origin + path)))
    for (const path of ['/a', '/c']) pages.set(path, htmlPage(`Page ${path}`))
    const source = await add({ kind: 'sitemap', location: `${origin}/sitemap.xml` })
    pages.set('/b', (response) => {
      void crawls.remove(source).then(() => {
        const { headers, body } = htmlPage('Page b')
        response.writeHead(200, headers).end(body)
      })
    })

    expect(await crawls.run(source.id)).toBeUndefined()
    expect(requests).toContain('/b')
    expect(requests).not.toContain('/c')
    expect(await store.crawledDocuments.listAddresses(source.id, '', 10)).toEqual([])
    expect(await store.knowledge.countEntries('default')).toBe(0)
  })
})
