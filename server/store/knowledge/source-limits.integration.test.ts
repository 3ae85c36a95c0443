import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { insertSource, withTables } from '../../testing/add-source.ts'
import { withStore } from '../../testing/with-store.ts'
import { LEFT_SOURCES_MAX } from '../settings/settle-sources.ts'
import { ADDED_SOURCES_MAX } from './added-sources.ts'

const sourceAt = (location: string, projectId = 'default') => ({
  projectId,
  kind: 'url' as const,
  location,
  settings: '{}',
  isFixed: false,
})

describe.each(ENGINES)('sources of a project on %s', (engine) => {
  let ms = Date.parse('2027-01-15T08:00:00.000Z')
  const { store, place } = withStore(engine, {
    lasts: 'test',
    now: () => new Date((ms += 1)),
  })

  test(`up to ${ADDED_SOURCES_MAX} are added by calls and commands`, async () => {
    await withTables(place, async (db) => {
      for (let n = 1; n < ADDED_SOURCES_MAX; n += 1) await insertSource(db)
    })
    const last = await store.sources.add(sourceAt('https://shop.example/n'))

    await expect(store.sources.add(sourceAt('https://shop.example/n1'))).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: `A project has at most ${ADDED_SOURCES_MAX} added sources.`,
    })
    await store.projects.create({ id: 'other', name: 'other' })
    await store.sources.add(sourceAt('https://shop.example/n1', 'other'))
    await store.sources.fix({ ...sourceAt('https://shop.example/fixed'), isFixed: true })
    await store.sources.startRemoval('default', last.id)
    await expect(store.sources.add(sourceAt('https://shop.example/n1'))).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
    while (await store.sources.removeStep(last.id)) continue
    await store.sources.add(sourceAt('https://shop.example/n1'))
  })

  test(`up to ${LEFT_SOURCES_MAX} of former drafts are kept, crawled ones before others`, async () => {
    const PAGE = { kind: 'url' as const, location: 'https://shop.example/', settings: '{}' }
    const act = { projectId: 'default', by: null }
    let revision: number | null = null
    const save = async (name: string | number) => {
      const sources = [{ ...PAGE, location: `https://shop.example/${name}` }]
      revision = await store.settings.saveDraft({ ...act, revision, settings: {}, sources })
    }
    await save('crawled')
    const [crawled] = await store.sources.list('default')
    const lease = { sourceId: crawled!.id, owner: 'test' }
    await store.crawls.take(lease)
    await store.crawls.begin(lease)
    await store.crawls.end(lease, { state: 'ready', problem: null, dueAt: null })
    for (let n = 1; n <= LEFT_SOURCES_MAX; n += 1) await save(n)
    const listPaths = async () =>
      (await store.sources.list('default')).map(({ location }) => location.split('/').at(-1))
    expect(await listPaths()).toHaveLength(LEFT_SOURCES_MAX + 1)

    await save('last')

    const kept = await listPaths()
    expect(kept).toHaveLength(LEFT_SOURCES_MAX + 1)
    expect(kept).toEqual(expect.arrayContaining(['crawled', '2', 'last']))
    expect(await store.sources.listRemoving()).toMatchObject([{ location: `${PAGE.location}1` }])
  })
})
