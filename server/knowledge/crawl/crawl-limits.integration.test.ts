import { expect, onTestFinished, test, vi } from 'vitest'
import { htmlPage, sitemapOf } from '../../testing/knowledge-site.ts'
import { FAILURES_IN_ROW_MAX } from './crawl-source.ts'
import { startCrawlWorld } from './crawl-world.test-support.ts'

const { crawlSite } = startCrawlWorld()

test('takes as many pages as its settings say, and says that there are more', async () => {
  const { pages, crawl, origin } = await crawlSite('sitemap', '/sitemap.xml', {
    limits: { pages: 3, bytes: 1_000_000, minutes: 1 },
  })
  const names = ['/a', '/b', '/c', '/d']
  for (const name of names) pages.set(name, htmlPage(`Page ${name}`))
  pages.set('/sitemap.xml', sitemapOf(names.slice(0, 3).map((name) => origin + name)))
  const whole = await crawl()
  pages.set('/sitemap.xml', sitemapOf(names.toReversed().map((name) => origin + name)))

  const cut = await crawl()

  expect(whole.source?.problem).toBeNull()
  expect(cut.read).toEqual(['/a', '/b', '/c'])
  expect(cut.source?.problem).toMatch(/more than 3 documents/)
})

test('ends at its limit of bytes, and the next crawl begins with the rest', async () => {
  const limits = { pages: 10, bytes: 1, minutes: 1 }
  const { pages, crawl, origin } = await crawlSite('sitemap', '/sitemap.xml', { limits })
  const page = htmlPage('A page')
  const list = sitemapOf(['/a', '/b', '/c'].map((name) => origin + name))
  for (const name of ['/a', '/b', '/c']) pages.set(name, page)
  pages.set('/sitemap.xml', list)
  limits.bytes = [list, page].reduce((sum, { body = '' }) => sum + Buffer.byteLength(body), 1)

  const first = await crawl()
  const second = await crawl()

  expect(first.read).toEqual(['/a', '/b'])
  expect(first.source?.problem).toContain(`limit of ${limits.bytes} bytes`)
  expect(second.read).toEqual(['/a', '/b', '/c'])
})

test('ends at its limit of minutes, and the next crawl begins with the rest', async () => {
  const limits = { pages: 10, bytes: 1_000_000, minutes: 1 }
  const { pages, crawl, origin } = await crawlSite('sitemap', '/sitemap.xml', { limits })
  let minutes = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => minutes * 60_000)
  onTestFinished(() => clock.mockRestore())
  const read = (name: string, after: number) =>
    pages.set(name, (response) => {
      minutes += after
      const { headers, body } = htmlPage(`Page ${name}`)
      response.writeHead(200, headers).end(body)
    })
  read('/a', 0.999)
  read('/b', 0.001)
  read('/c', 0)
  pages.set('/sitemap.xml', sitemapOf(['/a', '/b', '/c'].map((name) => origin + name)))

  const first = await crawl()
  const second = await crawl()

  expect(first.read).toEqual(['/a', '/b'])
  expect(first.source?.problem).toContain('limit of 1 minutes')
  expect(second.read).toEqual(['/a', '/b', '/c'])
})

test.each([FAILURES_IN_ROW_MAX - 1, FAILURES_IN_ROW_MAX])(
  'after %i pages in a row without an answer the last one is asked unless the site counts as down',
  async (failures) => {
    const { pages, crawl, origin, takeRequests } = await crawlSite('sitemap', '/sitemap.xml')
    const names = Array.from({ length: failures }, (_, index) => `/a${index}`)
    for (const name of names) pages.set(name, { status: 503 })
    pages.set('/b', htmlPage('Page B'))
    pages.set('/sitemap.xml', sitemapOf([...names, '/b'].map((name) => origin + name)))

    const { source, read } = await crawl()

    const isDown = failures >= FAILURES_IN_ROW_MAX
    expect(takeRequests().includes('/b')).toBe(!isDown)
    expect(read).toEqual(isDown ? [] : ['/b'])
    expect(source?.state).toBe('failed')
  },
)

test.each([
  ['bytes', { bytes: 2_000, minutes: 1 }],
  ['minutes', { bytes: 1_000_000, minutes: 1 }],
])('sitemaps of sitemaps end at the limit of %s', async (kind, limits) => {
  const { pages, crawl, origin } = await crawlSite('sitemap', '/0.xml', {
    limits: { pages: 10, ...limits },
  })
  let minutes = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => minutes * 60_000)
  onTestFinished(() => clock.mockRestore())
  const asked: number[] = []
  const children = Array.from({ length: 20 }, (_, index) => index)
  for (const index of children) {
    pages.set(`/${index}.xml`, (response) => {
      asked.push(index)
      if (kind === 'minutes') minutes += 0.25
      const { headers, body } = sitemapOf([])
      const list = children.map((each) => `<sitemap><loc>${origin}/${each}.xml</loc></sitemap>`)
      const text = `<sitemapindex>${list.join('')}</sitemapindex>`
      response.writeHead(200, headers).end(index === 0 ? text : `${String(body)}${' '.repeat(200)}`)
    })
  }

  const { source } = await crawl()

  expect(asked.length).toBeGreaterThan(1)
  expect(asked.length).toBeLessThan(10)
  expect(source).toMatchObject({ state: 'failed' })
  expect(source?.problem).toMatch(/sitemaps alone reach a limit of the crawl/)
})
