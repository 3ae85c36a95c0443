import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createKnowledgeWorld, createSite } from '../../testing/knowledge-world.ts'
import {
  htmlPage,
  servePages,
  sitemapOf,
  type SitePage,
  type SitePages,
} from '../../testing/knowledge-site.ts'
import { createKnowledgeSearch } from '../index/create-search.ts'
import { startCrawlWorld } from './crawl-world.test-support.ts'
import { TRUSTED_DATE_MS } from './web-walk.ts'

const DAY_MS = 86_400_000

describe('a crawl of a site', () => {
  const { store, reader, later, now, crawlSite } = startCrawlWorld()

  test('follows the links below an address, as deep as its settings say', async () => {
    const { pages, crawl, takeRequests } = await crawlSite('url', '/guide/', { depth: 2 })
    pages.set(
      '/guide/',
      htmlPage('Guide', ['a', '/other/x', '#top', 'photo.png', 'mailto:a@b.example']),
    )
    pages.set('/guide/a', htmlPage('Chapter A', ['b?x=1#part']))
    pages.set('/guide/b?x=1', htmlPage('Chapter B', ['c']))
    pages.set('/guide/c', htmlPage('Chapter C'))
    pages.set('/other/x', htmlPage('Elsewhere'))

    const { source, read, unread } = await crawl()

    expect(source).toMatchObject({ state: 'ready', problem: null })
    expect(read).toEqual(['/guide/', '/guide/a', '/guide/b?x=1'])
    expect(unread).toEqual({})
    expect(takeRequests()).toEqual(['/robots.txt', '/guide/', '/guide/a', '/guide/b?x=1'])
  })

  test('asks for unchanged pages by their tags, and reads none of them again', async () => {
    const { pages, crawl, takeRead } = await crawlSite('url', '/')
    pages.set('/', {
      ...htmlPage('Home', ['/a']),
      headers: { 'Content-Type': 'text/html', ETag: '"1"' },
    })
    pages.set('/a', htmlPage('Page A'))
    await crawl()
    const first = takeRead()
    pages.set('/a', htmlPage('Page A, changed', ['/b']))
    pages.set('/b', htmlPage('Page B'))

    const { read } = await crawl()

    expect(first).toHaveLength(2)
    expect(takeRead().map((address) => new URL(address).pathname)).toEqual(['/a', '/b'])
    expect(read).toEqual(['/', '/a', '/b'])
  })

  test('reads unchanged pages again with other settings, and so finds more links', async () => {
    const { pages, crawl } = await crawlSite('url', '/', { depth: 0 })
    const headers = { 'Content-Type': 'text/html', ETag: '"1"' }
    pages.set('/', { ...htmlPage('Home', ['/a']), headers })
    pages.set('/a', htmlPage('Page A'))
    const { source, read } = await crawl()
    const settings = JSON.stringify({ ...JSON.parse(source!.settings), depth: 1 })
    await store.sources.fix({ ...source!, settings, isFixed: true })

    const deeper = await crawl()

    expect(read).toEqual(['/'])
    expect(deeper.read).toEqual(['/', '/a'])
  })

  test('obeys robots.txt, its pause, and pages that ask not to be read', async () => {
    const { pages, crawl, takeRequests } = await crawlSite('url', '/')
    pages.set('/robots.txt', {
      body: 'User-agent: other\nSitemap: /s.xml\nUser-agent: Alcove\nDisallow: /shut/\nCrawl-delay: 0.01\n\nUser-agent: *\nDisallow: /',
    })
    pages.set('/', htmlPage('Home', ['/shut/a', '/noindex', '/tagged', '/open']))
    pages.set('/noindex', htmlPage('Hidden', [], '<meta name="robots" content="noindex">'))
    pages.set('/tagged', {
      ...htmlPage('Tagged'),
      headers: { 'Content-Type': 'text/html', 'X-Robots-Tag': 'noindex' },
    })
    pages.set('/open', htmlPage('Open'))
    pages.set('/shut/a', htmlPage('Shut'))

    const { read, unread } = await crawl()

    expect(read).toEqual(['/', '/open'])
    expect(unread).toEqual({
      '/shut/a': 'refused_by_robots',
      '/noindex': 'hidden',
      '/tagged': 'hidden',
    })
    expect(takeRequests()).not.toContain('/shut/a')
  })

  test('forgets a page that is gone in two crawls a day apart, and not before', async () => {
    const { pages, crawl } = await crawlSite('url', '/')
    pages.set('/', htmlPage('Home', ['/a', '/b']))
    pages.set('/a', htmlPage('Page A'))
    pages.set('/b', htmlPage('Page B'))
    await crawl()
    pages.set('/a', { status: 410 })

    const first = await crawl()
    later(DAY_MS - 1)
    const tooEarly = await crawl()
    later(1)
    const second = await crawl()

    expect(first.read).toContain('/a')
    expect(tooEarly.read).toContain('/a')
    expect(second.read).toEqual(['/', '/b'])
    expect(second.source).toMatchObject({ state: 'ready', problem: null })
  })

  test('keeps a page that comes back in time', async () => {
    const { pages, crawl } = await crawlSite('url', '/')
    pages.set('/', htmlPage('Home', ['/a']))
    pages.set('/a', htmlPage('Page A'))
    await crawl()
    pages.delete('/a')
    await crawl()
    pages.set('/a', htmlPage('Page A'))
    later(DAY_MS)
    await crawl()
    pages.delete('/a')

    const { read } = await crawl()

    expect(read).toEqual(['/', '/a'])
  })

  test.each([
    [
      'is down',
      (pages: SitePages) =>
        pages.forEach((_, path) => pages.set(path, (response) => void response.destroy())),
    ],
    [
      'answers errors',
      (pages: SitePages) => pages.forEach((_, path) => pages.set(path, { status: 500 })),
    ],
    [
      'is in maintenance',
      (pages: SitePages) =>
        pages.forEach((_, path) =>
          pages.set(path, { status: 503, headers: { 'Retry-After': '0' } }),
        ),
    ],
    [
      'refuses everybody',
      (pages: SitePages) => pages.forEach((_, path) => pages.set(path, { status: 403 })),
    ],
    ['has lost all of its pages', (pages: SitePages) => pages.clear()],
    [
      'has one empty page',
      (pages: SitePages) =>
        pages.forEach((_, path) => pages.set(path, { headers: { 'Content-Type': 'text/html' } })),
    ],
  ])('forgets nothing of a site that %s', async (_, breakSite) => {
    const { pages, crawl } = await crawlSite('url', '/')
    pages.set('/', htmlPage('Home', ['/a']))
    pages.set('/a', htmlPage('Page A'))
    await crawl()
    breakSite(pages)

    const first = await crawl()
    later(2 * DAY_MS)
    const second = await crawl()
    later(2 * DAY_MS)
    const third = await crawl()

    for (const { read } of [first, second, third]) expect(read).toEqual(['/', '/a'])
    expect(third.source?.problem).toMatch(/\w/)
  })

  test('lists what could not be read, with its reason', async () => {
    const { pages, crawl } = await crawlSite('url', '/')
    pages.set(
      '/',
      htmlPage('Home', ['/login', '/app', '/archive', '/gone', '/error', '/loop', '/far']),
    )
    pages.set('/login', { status: 401 })
    pages.set('/app', {
      headers: { 'Content-Type': 'text/html' },
      body: '<!doctype html><html><head><title>App</title><script src="/app.js"></script></head><body><div id="root"></div></body></html>',
    })
    pages.set('/archive', { headers: { 'Content-Type': 'application/zip' }, body: 'PK' })
    pages.set('/error', { status: 500 })
    pages.set('/loop', { status: 302, headers: { Location: '/loop' } })
    pages.set('/far', { status: 302, headers: { Location: 'https://elsewhere.example/' } })

    const { read, unread } = await crawl()

    expect(read).toEqual(['/'])
    expect(unread).toEqual({
      '/login': 'login',
      '/app': 'script_only',
      '/archive': 'unknown_type',
      '/gone': 'not_found',
      '/error': 'unreachable',
      '/loop': 'unreachable',
      '/far': 'not_found',
    })
  })

  test('keeps one document for addresses that lead to the same page', async () => {
    const { pages, crawl, takeRead } = await crawlSite('url', '/')
    pages.set('/', htmlPage('Home', ['/old', '/new', '/old?from=mail']))
    pages.set('/old', { status: 301, headers: { Location: '/new' } })
    pages.set('/old?from=mail', { status: 302, headers: { Location: '/old' } })
    pages.set('/new', htmlPage('The new page'))

    const { read } = await crawl()

    expect(read).toEqual(['/', '/new'])
    expect(takeRead()).toHaveLength(2)
  })

  test('reads a page again when its sitemap has a new date, or after a week', async () => {
    const { pages, crawl, origin, takeRequests } = await crawlSite('sitemap', '/sitemap.xml')
    const dates = { a: '2027-01-10', b: '2027-01-10T10:00:00+01:00' }
    const write = () =>
      pages.set(
        '/sitemap.xml',
        sitemapOf([
          [`${origin}/a`, dates.a],
          [`${origin}/b`, dates.b],
        ]),
      )
    write()
    pages.set('/a', htmlPage('Page A'))
    pages.set('/b', htmlPage('Page B'))
    await crawl()
    takeRequests()
    later(DAY_MS)
    await crawl()
    const unchanged = takeRequests()
    dates.b = new Date(now()).toISOString()
    write()
    later(DAY_MS)
    await crawl()
    const changed = takeRequests()
    later(TRUSTED_DATE_MS)
    await crawl()

    expect(unchanged).toEqual(['/robots.txt', '/sitemap.xml'])
    expect(changed).toEqual(['/robots.txt', '/sitemap.xml', '/b'])
    expect(takeRequests()).toEqual(['/robots.txt', '/sitemap.xml', '/a', '/b'])
  })

  test('reads an index of packed sitemaps, and one broken part leaves out no other', async () => {
    const { pages, crawl, origin } = await crawlSite('sitemap', '/sitemap.xml', {
      exclude: ['private/**'],
    })
    const index = (...names: string[]) => ({
      body: `<sitemapindex>${names.map((name) => `<sitemap><loc>${origin}${name}</loc></sitemap>`).join('')}</sitemapindex>`,
    })
    pages.set('/sitemap.xml', index('/gone.xml', '/deep.xml', '/sitemap.xml'))
    pages.set('/deep.xml', index('/pages.xml.gz'))
    pages.set('/pages.xml.gz', {
      headers: { 'Content-Type': 'application/x-gzip' },
      body: gzipSync(
        sitemapOf([`${origin}/a?x=1&y=2`, `${origin}/private/b`, 'https://elsewhere.example/c'])
          .body as string,
      ),
    })
    pages.set('/a?x=1&y=2', htmlPage('Page A'))

    const { source, read, unread } = await crawl()

    expect(read).toEqual(['/a?x=1&y=2'])
    expect(unread).toEqual({})
    expect(source?.state).toBe('failed')
    expect(source?.problem).toMatch(/gone\.xml cannot be read: it answers with status 404/)
    expect(source?.problem).toMatch(/1 addresses of other sites/)
  })

  test('forgets nothing when a sitemap suddenly lists far less, until its owner says so', async () => {
    const { pages, crawl, origin } = await crawlSite('sitemap', '/sitemap.xml')
    const names = Array.from({ length: 10 }, (_, index) => `/p${index}`)
    for (const name of names) pages.set(name, htmlPage(`Page ${name}`))
    const list = (count: number) =>
      pages.set('/sitemap.xml', sitemapOf(names.slice(0, count).map((name) => origin + name)))
    list(10)
    await crawl()
    list(4)
    await crawl()
    later(DAY_MS)
    const suspicious = await crawl()
    list(5)
    await crawl()
    later(DAY_MS)
    const plausible = await crawl()
    list(0)
    await crawl(true)
    later(DAY_MS)
    const wanted = await crawl(true)

    expect(suspicious.read).toHaveLength(10)
    expect(suspicious.source?.problem).toMatch(/6 of 10 documents are suddenly not there/)
    expect(plausible.read).toHaveLength(5)
    expect(wanted.read).toEqual([])
  })

  test('a page at two addresses is found once, at the one that it calls its own', async () => {
    const { pages, crawl, origin } = await crawlSite('url', '/shop/')
    const head = '<link rel="canonical" href="/shop/lamp">'
    pages.set('/shop/', htmlPage('Shop', ['/shop/lamp?from=mail', '/shop/lamp']))
    const page = (word: string): SitePage => {
      const { headers = {}, body = '' } = htmlPage('Lamp', [], head)
      return { headers, body: String(body).replace('</main>', `<p>${word} zebrine</p></main>`) }
    }
    const letter = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')
    pages.set('/shop/lamp', page('Welcome.'))
    pages.set('/shop/lamp?from=mail', page(`You came from our letter: ${letter}.`))

    const { source, read } = await crawl()

    expect(read).toContain('/shop/lamp?from=mail')
    const reader = { projectId: 'default', workspaceId: 'w', userId: 'u', isNamed: true }
    const passages = await createKnowledgeSearch(store.knowledge).search(reader, 'zebrine', 5)
    const own = passages.filter(({ sourceId }) => sourceId === source?.id)
    expect(own.map(({ url }) => url)).toEqual([`${origin}/shop/lamp`])
  })

  test('calls no address of this machine or its network without the setting', async () => {
    const pages: SitePages = new Map([['/', htmlPage('Home')]])
    const { origin, requests } = await createSite(servePages(pages))
    const closed = createKnowledgeWorld(store, reader, { allowsLoopback: false })
    const { id } = await closed.add({ kind: 'url', location: `${origin}/` })

    const refused = await closed.crawls.run(id)
    const seen = [...requests]
    const allowed = await createKnowledgeWorld(store, reader).crawls.run(id)

    expect(refused?.problem).toMatch(/not asked|cannot be reached/)
    expect(seen).toEqual([])
    expect(allowed).toMatchObject({ state: 'ready', problem: null })
  })
})
