import { describe, expect, test } from 'vitest'
import { createKnowledgeWorld, DEFAULT_SOURCE_SETTINGS } from '../testing/knowledge-world.ts'
import { withStore } from '../testing/with-store.ts'
import { fixSources, requireUnfixed } from './fix-sources.ts'
import type { FixedSource } from './source-settings.ts'

const settings = DEFAULT_SOURCE_SETTINGS
const folder = (location: string, exclude: string[] = []): FixedSource => ({
  kind: 'folder',
  location,
  settings: { ...settings, exclude },
})

describe('sources of the configuration', () => {
  const { store } = withStore('sqlite', { lasts: 'test' })
  const fix = (sources: readonly FixedSource[]) =>
    fixSources(
      store,
      new Map([
        ['default', sources],
        ['unknown', sources],
      ]),
    )
  const list = async () =>
    (await store.sources.list()).map(({ location, isFixed }) => ({ location, isFixed }))

  test('come with their line and go with it, and others stay', async () => {
    const { add, crawls } = createKnowledgeWorld(store, {
      readDocument: () => Promise.reject(new Error()),
    })
    await add({ kind: 'folder', location: '/added' })
    await fix([folder('/a'), folder('/b')])
    const first = await list()

    await fix([folder('/b')])
    await crawls.runDue()

    expect(first).toEqual([
      { location: '/added', isFixed: false },
      { location: '/a', isFixed: true },
      { location: '/b', isFixed: true },
    ])
    expect(await list()).toEqual([first[0], first[2]])
    expect(await store.sources.listRemoving()).toEqual([])
  })

  test('are due again with other settings, and refuse to be removed', async () => {
    await fix([folder('/a')])
    const [source] = await store.sources.list()
    const lease = { sourceId: source!.id, owner: 'o' }
    const end = { state: 'ready', problem: null, dueAt: null } as const
    await store.crawls.take(lease)
    await store.crawls.end(lease, end)
    await fix([folder('/a')])
    const unchanged = await store.crawls.listDue()

    await fix([folder('/a', ['drafts'])])

    expect(unchanged).toEqual([])
    expect(await store.crawls.listDue()).toEqual([{ id: source!.id, projectId: 'default' }])
    expect(() => requireUnfixed(source!)).toThrow(/is fixed: a line of alcove\.config\.ts/)
    expect(() => requireUnfixed({ ...source!, isFixed: false })).not.toThrow()
  })

  test('take over a source that a command added', async () => {
    const { add } = createKnowledgeWorld(store, { readDocument: () => Promise.reject(new Error()) })
    const { id } = await add({ kind: 'folder', location: '/a' })

    await fix([folder('/a')])

    expect(await store.sources.list()).toMatchObject([{ id, isFixed: true }])
  })
})
