import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { createKnowledgeWorld, withReader } from '../../testing/knowledge-world.ts'
import { withStore } from '../../testing/with-store.ts'
import { createKnowledgeSearch } from '../index/create-search.ts'
import type { SourceSettings } from '../source-settings.ts'

const DAY_MS = 86_400_000
const READER = { projectId: 'default', workspaceId: 'w', userId: 'u', isNamed: true }
const LAMPS = '# Lamps\n\n## Repairs\n\nA lamp with a broken wick is repaired for 12 euros.'
const TENTS = '# Tents\n\n## Hire\n\nA tent is hired for three days at least.'

async function createFolder(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-knowledge-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) await write(name, text)
  return { folder, write, remove: (name: string) => rm(join(folder, name), { recursive: true }) }
}

describe.each(ENGINES)('a folder on %s', (engine) => {
  let ms = Date.parse('2027-01-15T08:00:00.000Z')
  const { store } = withStore(engine, { now: () => new Date(ms) })
  const reader = withReader()

  async function addFolder(
    files: Readonly<Record<string, string>>,
    settings: Partial<SourceSettings> = {},
    projectId = 'default',
  ) {
    const place = await createFolder(files)
    const { add, crawls, takeRead } = createKnowledgeWorld(store, reader)
    const { id } = await add({ kind: 'folder', location: place.folder, settings, projectId })
    return {
      ...place,
      id,
      crawls,
      takeRead,
      crawl: () => crawls.run(id),
      find: async (query: string, wanted: Partial<typeof READER> = {}) => {
        const found = await createKnowledgeSearch(store.knowledge).search(
          { ...READER, projectId, ...wanted },
          query,
          5,
        )
        return found.filter(({ sourceId }) => sourceId === id)
      },
      list: async () =>
        (await store.crawledDocuments.listAddresses(id, '', 100)).map(({ address }) => address),
    }
  }

  test('is found by its text after one crawl, at its address on the web', async () => {
    const base = 'https://shop.example/help'
    const { crawl, find } = await addFolder({ 'guide/the lamps.md': LAMPS }, { base })

    const source = await crawl()
    const [best] = await find('broken wick')

    expect(source).toMatchObject({ state: 'ready', problem: null })
    expect(best).toMatchObject({
      title: 'Lamps',
      headings: ['Repairs'],
      url: 'https://shop.example/help/guide/the%20lamps.md',
    })
  })

  test('takes new and changed files, and reads no unchanged one again', async () => {
    const { crawl, write, takeRead, find } = await addFolder({
      'lamps.md': LAMPS,
      'tents.md': TENTS,
    })
    await crawl()
    takeRead()
    await write('tents.md', TENTS.replace('three', 'seven'))
    await write('new.md', '# Anvils\n\nAn anvil weighs forty kilograms.')

    await crawl()

    expect(takeRead().sort()).toEqual(['new.md', 'tents.md'])
    expect((await find('anvil weighs'))[0]?.text).toContain('forty')
    expect((await find('tent hired days'))[0]?.text).toContain('seven days')
  })

  test('leaves out hidden files, packages, links and what its settings exclude', async () => {
    const outside = await createFolder({ 'secret.md': '# Secret' })
    const { folder, crawl, list } = await addFolder(
      {
        'a.md': LAMPS,
        '.hidden.md': LAMPS,
        '.git/b.md': LAMPS,
        'node_modules/c/readme.md': LAMPS,
        'drafts/d.md': LAMPS,
        'deep/drafts/e.md': LAMPS,
        'deep/f.md': TENTS,
        'deep/style.css': 'p {}',
      },
      { exclude: ['drafts'] },
    )
    await symlink(join(outside.folder, 'secret.md'), join(folder, 'link.md'))
    await symlink(outside.folder, join(folder, 'linked'))
    await symlink(folder, join(folder, 'loop'))

    await crawl()

    expect(await list()).toEqual(['a.md', 'deep/f.md'])
  })

  test('forgets a removed file in two crawls a day apart, an excluded one at once', async () => {
    const { crawl, remove, list, id } = await addFolder({
      'a.md': LAMPS,
      'b.md': TENTS,
      'c.md': '# C\n\nText.',
    })
    await crawl()
    await remove('b.md')
    await crawl()
    const marked = await list()
    ms += DAY_MS
    await crawl()
    const forgotten = await list()
    const source = await store.sources.find('default', id)
    const settings = JSON.stringify({ ...JSON.parse(source!.settings), exclude: ['c.md'] })
    await store.sources.fix({ ...source!, settings, isFixed: true })
    await crawl()

    expect(marked).toEqual(['a.md', 'b.md', 'c.md'])
    expect(forgotten).toEqual(['a.md', 'c.md'])
    expect(await list()).toEqual(['a.md'])
  })

  test('forgets nothing when the folder is gone or empty', async () => {
    const { folder, crawl, list, remove } = await addFolder({ 'a.md': LAMPS })
    await crawl()
    await remove('a.md')
    await crawl()
    ms += DAY_MS
    const empty = await crawl()
    await rm(folder, { recursive: true })
    ms += DAY_MS
    const gone = await crawl()

    expect(await list()).toEqual(['a.md'])
    expect(empty).toMatchObject({ state: 'failed' })
    expect(empty?.problem).toMatch(/1 of 1 documents are suddenly not there/)
    expect(gone?.problem).toMatch(/cannot be read \(ENOENT\)/)
  })

  test('is found by its own project, and by the readers of its settings, alone', async () => {
    await store.projects.create({ id: 'shop', name: 'shop' })
    const { crawl, find } = await addFolder(
      { 'a.md': LAMPS },
      { readers: 'named', workspace: 'team' },
      'shop',
    )
    await crawl()
    const team = { workspaceId: 'team' }

    expect(await find('broken wick', team)).toHaveLength(1)
    expect(await find('broken wick')).toEqual([])
    expect(await find('broken wick', { ...team, isNamed: false })).toEqual([])
    expect(await find('broken wick', { ...team, projectId: 'default' })).toEqual([])
  })

  test('is crawled by one process at a time, and removed with all of its documents', async () => {
    const { id, crawls, crawl, list } = await addFolder({ 'a.md': LAMPS, 'b.md': TENTS })
    const other = createKnowledgeWorld(store, reader)

    const results = await Promise.all([crawl(), other.crawls.run(id)])
    const after = await list()
    await crawls.remove({ projectId: 'default', id })

    expect(results.filter((source) => source !== undefined)).toHaveLength(1)
    expect(after).toHaveLength(2)
    expect(await list()).toEqual([])
    expect(await store.sources.find('default', id)).toBeUndefined()
  })
})
