import { describe, expect, test, vi } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { htmlPage, servePages, sitemapOf, type SitePages } from '../testing/knowledge-site.ts'
import { createKnowledgeWorld, createSite, withReader } from '../testing/knowledge-world.ts'
import { withStore } from '../testing/with-store.ts'
import { CRAWLS_AT_ONCE, CRAWLS_OF_PROJECT } from './crawls.ts'

describe.each(ENGINES)('crawls on %s', (engine) => {
  const { store } = withStore(engine)
  const reader = withReader()

  test('of a source that is removed end without an error, and all its pages go', async () => {
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

  test('of a project leave a place for the sources of others', async () => {
    const waiting: (() => void)[] = []
    const begun: string[] = []
    const { origin } = await createSite((request, response) => {
      begun.push(request.url ?? '')
      waiting.push(() => response.writeHead(404).end())
    })
    const { add, crawls } = createKnowledgeWorld(store, reader)
    await store.projects.create({ id: 'shop', name: 'shop' })
    const ids = new Map<string, string>()
    for (const name of ['a', 'b', 'c']) {
      ids.set(name, (await add({ kind: 'url', location: `${origin}/${name}` })).id)
    }
    const other = await add({ kind: 'url', location: `${origin}/d`, projectId: 'shop' })

    await crawls.runDue()
    await vi.waitFor(() => expect(begun).toHaveLength(CRAWLS_AT_ONCE))

    const isFree = async (id: string) => store.crawls.isFree(id)
    expect(await isFree(other.id)).toBe(false)
    const mine = await Promise.all(Array.from(ids.values(), isFree))
    expect(mine.filter((free) => !free)).toHaveLength(CRAWLS_OF_PROJECT)
    for (const end of waiting) end()
  })
})
