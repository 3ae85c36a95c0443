import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import type { CrawlOrder } from '../../testing/crawl-process.ts'
import {
  createKnowledgeWorld,
  createSite,
  withReader,
  DEFAULT_SOURCE_SETTINGS,
} from '../../testing/knowledge-world.ts'
import { servePages, type SitePages } from '../../testing/knowledge-site.ts'
import { openPlace } from '../../store/open-place.ts'
import type { Tables } from '../../store/tables.ts'
import { withStore } from '../../testing/with-store.ts'
import { createKnowledgeSearch } from '../index/create-search.ts'

const KILLS = process.env['ALCOVE_TEST_LONG'] === '1' ? 50 : 2
const PROCESS = new URL('../../testing/crawl-process.ts', import.meta.url).href
const PAGES = 25
const SECTIONS = 6
/** More than the lease of a crawl. */
const ROUND_MS = 60_000
const READER = { projectId: 'default', workspaceId: 'w', userId: 'u', isNamed: true }

/** A word that only one version of one page has. */
const markOf = (page: number, version: number) => `zq${page}x${version}zq`

const pageOf = (page: number, version: number) => ({
  headers: { 'Content-Type': 'text/html' },
  body: `<!doctype html><title>Page ${page}</title><main><h1>Page ${page}</h1>${Array.from(
    { length: SECTIONS },
    (_, section) =>
      `<h2 id="s${section}">Section ${section}</h2><p>Text of section ${section} with the mark ${markOf(page, version)} in it.</p>`,
  ).join('')}</main>`,
})

describe.each(ENGINES)('crawls that are killed on %s', (engine) => {
  let ms = 0
  const { store, place } = withStore(engine, { now: () => new Date(Date.now() + ms) })

  const reader = withReader()

  /** Versions of each stored page, by the marks of its pieces in their order. */
  async function readVersions(sourceId: string) {
    const places = await store.crawledDocuments.listAddresses(sourceId, '', 1_000)
    const pages = places.filter(({ address }) => /\/page\d+$/.test(address))
    return Promise.all(
      pages.map(async ({ id, address }) => {
        const pieces = await store.knowledge.listPieces('default', id)
        const marks = pieces.flatMap(({ text }) => /zq\d+x\d+zq/.exec(text)?.[0] ?? [])
        const positions = pieces.map(({ position }) => position)
        return { page: Number(/\d+$/.exec(address)?.[0]), marks, positions }
      }),
    )
  }

  /** Pieces, and those that the index does not have exactly once. */
  async function countIndexed() {
    const { dialect, release } = await openPlace({ ...place, isTool: true })
    const db = new Kysely<Tables>({ dialect: dialect.kysely })
    const { rows } = await sql<{ readonly count: number | string }>`
      select count(entry.piece_id) as count from knowledge_pieces
        full join knowledge_entries as entry on entry.piece_id = knowledge_pieces.id
        group by knowledge_pieces.id
    `.execute(db)
    await db.destroy()
    release()
    const unindexed = rows.filter(({ count }) => Number(count) !== 1).length
    return { pieces: rows.length, unindexed }
  }

  /** @returns null if the process was killed. */
  async function crawlAndKill(order: CrawlOrder, afterLines: number) {
    // A file: threads of a process that gets its code with -e would get that flag, too.
    const script = join(place.dataDir, 'crawl.mjs')
    await mkdir(place.dataDir, { recursive: true })
    await writeFile(
      script,
      `import { crawlInProcess } from ${JSON.stringify(PROCESS)}
      await crawlInProcess(${JSON.stringify(order)})`,
    )
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface(child.stdout)
    let count = 0
    lines.on('line', () => {
      count += 1
      if (count === afterLines) child.kill('SIGKILL')
    })
    const [[status]] = await Promise.all([once(child, 'exit'), once(lines, 'close')])
    expect([0, null]).toContain(status)
    return status as number | null
  }

  test(
    'lose no piece, have none twice, and serve no half of a page',
    { timeout: 1_200_000 },
    async () => {
      const pages: SitePages = new Map()
      const { origin } = await createSite(servePages(pages))
      const versions = new Map<number, number>()
      const publish = (page: number, version: number) => {
        versions.set(page, version)
        pages.set(`/page${page}`, pageOf(page, version))
        const links = [...versions.keys()].map(
          (each) => `<li><a href="/page${each}">${each}</a></li>`,
        )
        pages.set('/', {
          headers: { 'Content-Type': 'text/html' },
          body: `<!doctype html><title>Home</title><main><h1>Home</h1><p>All pages of this site, version ${version}.</p><ul>${links.join('')}</ul></main>`,
        })
      }
      for (let page = 0; page < PAGES; page += 1) publish(page, 0)
      const { id: sourceId } = await store.sources.add({
        projectId: 'default',
        kind: 'url',
        location: `${origin}/`,
        settings: JSON.stringify(DEFAULT_SOURCE_SETTINGS),
        isFixed: false,
      })
      const order = (): CrawlOrder => ({
        dataDir: place.dataDir,
        databaseUrl: place.databaseUrl,
        sourceId,
        laterMs: ms,
      })

      for (let round = 1; round <= KILLS; round += 1) {
        for (let page = round % 3; page < PAGES; page += 3) publish(page, round)
        publish(PAGES + round, round)
        const line = 1 + Math.floor(Math.random() * (PAGES - 1))
        // A crawl that a former round left may end before that line; then the next one is killed.
        for (let crawl = 0; (await crawlAndKill(order(), line)) !== null; crawl += 1) {
          expect(crawl).toBe(0)
          ms += ROUND_MS
        }
        const stored = await readVersions(sourceId)
        for (const { page, marks, positions } of stored) {
          expect(positions).toEqual([...positions.keys()])
          expect(marks).toHaveLength(SECTIONS)
          expect(new Set(marks).size).toBe(1)
          expect(Number(/x(\d+)/.exec(marks[0]!)?.[1])).toBeLessThanOrEqual(versions.get(page)!)
        }
        ms += ROUND_MS
      }
      // Twice: the first one may only end the crawl of the last killed process.
      const { crawls } = createKnowledgeWorld(store, reader)
      for (let time = 0; time < 2; time += 1) {
        expect(await crawls.run(sourceId)).toMatchObject({ state: 'ready', problem: null })
      }

      const stored = await readVersions(sourceId)
      const expected = [...versions].map(
        ([page, version]) => [page, markOf(page, version)] as const,
      )
      expect(new Map(stored.map(({ page, marks }) => [page, marks[0]]))).toEqual(new Map(expected))
      expect(stored.flatMap(({ marks }) => marks)).toHaveLength(versions.size * SECTIONS)
      // With those of the first page.
      expect(await countIndexed()).toEqual({ pieces: versions.size * SECTIONS + 1, unindexed: 0 })
      const { search } = createKnowledgeSearch(store.knowledge)
      const [, mark] = expected.at(-1)!
      expect((await search(READER, mark, 1))[0]?.text).toContain(mark)
      console.log(
        `figure: ${KILLS} kills of crawls on ${engine}, ${stored.length} pages, all whole`,
      )
    },
  )
})
