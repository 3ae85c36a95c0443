import { describe, expect, test, vi } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { htmlPage, servePages, sitemapOf, type SitePages } from '../testing/knowledge-site.ts'
import { createKnowledgeWorld, createSite, withReader } from '../testing/knowledge-world.ts'
import { withStore } from '../testing/with-store.ts'
import { CRAWL_TURN_MS, CRAWLS_AT_ONCE, CRAWLS_OF_PROJECT } from './crawls.ts'

describe.each(ENGINES)('crawls on %s', (engine) => {
  // Sources are due in the order in which they were added.
  let ms = Date.parse('2027-01-15T08:00:00.000Z')
  const { store } = withStore(engine, { lasts: 'test', now: () => new Date((ms += 1)) })
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

  /** Two crawls of one project and one of another, which wait for their second pages. */
  async function startThree(turnMs: number) {
    const answers = new Map<string, () => void>()
    const pages: SitePages = new Map()
    const { origin, requests } = await createSite(servePages(pages))
    const { add, crawls } = createKnowledgeWorld(store, reader, { turnMs })
    const addTo = async (projectId: string, name: string) => {
      pages.set(`/${name}.xml`, sitemapOf([1, 2].map((page) => `${origin}/${name}${page}`)))
      pages.set(`/${name}1`, htmlPage(`Page ${name}1`))
      pages.set(`/${name}2`, (response) => {
        const { headers, body } = htmlPage(`Page ${name}2`)
        answers.set(name, () => response.writeHead(200, headers).end(body))
      })
      return (await add({ kind: 'sitemap', location: `${origin}/${name}.xml`, projectId })).id
    }
    for (const id of ['one', 'two', 'three']) await store.projects.create({ id, name: id })
    const ids = [await addTo('one', 'a'), await addTo('one', 'b'), await addTo('two', 'c')]
    await crawls.runDue()
    await vi.waitFor(() => expect([...answers.keys()].toSorted()).toEqual(['a', 'b', 'c']))
    const listFree = async () => {
      const free = await Promise.all(ids.map((id) => store.crawls.isFree(id)))
      return ids.filter((_, index) => free[index])
    }
    return { crawls, addTo, ids, listFree, answers, requests }
  }

  test('keep their places until their turn is over', async () => {
    const { crawls, addTo, listFree } = await startThree(CRAWL_TURN_MS)
    await addTo('three', 'd')
    await crawls.runDue()
    await crawls.runDue()
    expect(await listFree()).toEqual([])
  })

  test('that had their turn leave a place to a project that has none, and go on later', async () => {
    const { crawls, addTo, ids, listFree, answers, requests } = await startThree(0)
    await addTo('one', 'e')
    await crawls.runDue()
    expect(await listFree()).toEqual([])

    await addTo('three', 'd')
    await crawls.runDue()
    await crawls.runDue()
    await vi.waitFor(async () => expect(await listFree()).toEqual([ids[0]]))
    const runUntilAsked = (name: string) =>
      vi.waitFor(async () => {
        await crawls.runDue()
        expect([...answers.keys()]).toContain(name)
      })
    await runUntilAsked('d')
    answers.delete('a')
    answers.get('d')?.()
    await runUntilAsked('e')
    answers.get('e')?.()
    answers.get('b')?.()
    await runUntilAsked('a')
    for (const name of ['a', 'c']) answers.get(name)?.()

    const listStates = async () => (await store.sources.list()).map(({ state }) => state)
    await vi.waitFor(async () => expect(await listStates()).toEqual(Array(5).fill('ready')))
    expect(requests.filter((path) => path === '/a1')).toHaveLength(1)
  })
})
