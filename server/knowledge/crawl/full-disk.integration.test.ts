import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mountSmallVolume, NO_VOLUME } from '../../../scripts/small-volume.ts'
import { htmlPage, servePages, sitemapOf, type SitePages } from '../../testing/knowledge-site.ts'
import { createKnowledgeWorld, createSite, withReader } from '../../testing/knowledge-world.ts'
import { openStore } from '../../store/store.ts'

const VOLUME_MIB = 64
const LEFT_BYTES = 1_048_576
const PAGES = 12

const reader = withReader()

test('a crawl that meets a full disk keeps what it has saved, and goes on when there is room', async ({
  skip,
}) => {
  const volume = mountSmallVolume(VOLUME_MIB)
  if (!volume) return skip(NO_VOLUME)
  onTestFinished(() => volume.remove())
  const errors: unknown[] = []
  const store = await openStore({ dataDir: join(volume.path, 'data') })
  onTestFinished(() => store.close())
  const pages: SitePages = new Map()
  const { origin } = await createSite(servePages(pages))
  const names = Array.from({ length: PAGES }, (_, n) => `/${String(n).padStart(2, '0')}`)
  pages.set('/sitemap.xml', sitemapOf(names.map((name) => origin + name)))
  const text = (name: string) =>
    Array.from({ length: 1_000 }, (_, n) => `word${name.slice(1)}x${n}`).join(' ')
  for (const name of names) pages.set(name, htmlPage(text(name)))
  const { add, crawls } = createKnowledgeWorld(store, reader, {
    onError: (error) => errors.push(error),
  })
  const { id } = await add({ kind: 'sitemap', location: `${origin}/sitemap.xml` })
  volume.fill(LEFT_BYTES)

  await expect(crawls.run(id)).rejects.toMatchObject({ code: 'unavailable' })

  expect(errors).toHaveLength(1)
  const documents = () => store.crawledDocuments.listAddresses(id, '', PAGES + 1)
  const saved = (await documents()).length
  expect(saved).toBeGreaterThan(0)
  expect(saved).toBeLessThan(PAGES)
  volume.clear()
  const source = await crawls.run(id)
  expect(source).toMatchObject({ state: 'ready', problem: null })
  expect(await documents()).toHaveLength(PAGES)
})
