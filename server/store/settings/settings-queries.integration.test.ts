import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { withTables } from '../../testing/add-source.ts'
import { withStore } from '../../testing/with-store.ts'
import { VERSIONS_MAX } from './settings-queries.ts'
import type { SetSource } from './settle-sources.ts'

const T0 = Date.parse('2027-01-15T08:00:00.000Z')
const ADA = 'ada@shop.example'
const BEN = 'ben@shop.example'
const PAGE: SetSource = {
  kind: 'url',
  location: 'https://shop.example/help',
  settings: '{"depth":1}',
}
const MAP: SetSource = { kind: 'sitemap', location: 'https://shop.example/map.xml', settings: '{}' }

describe.each(ENGINES)('settings of projects on %s', (engine) => {
  let ms = T0
  const { store, place } = withStore(engine, { lasts: 'test', now: () => new Date(ms) })
  const projectId = 'default'
  const act = { projectId, by: ADA, sources: [] }

  const save = (revision: number | null, settings: object, sources: readonly SetSource[] = []) =>
    store.settings.saveDraft({ ...act, revision, settings: { ...settings }, sources })

  async function publish(
    settings: object,
    baseNumber: number | null,
    sources: readonly SetSource[] = [],
  ) {
    const revision = await save(null, settings, sources)
    return store.settings.publish({ ...act, revision, baseNumber, why: 'because', sources })
  }

  const published = async () => {
    const number = (await store.projects.find(projectId))?.publishedNumber ?? null
    return number === null ? undefined : store.settings.findVersion(projectId, number)
  }

  const found = async () => {
    const rows = await store.sources.list(projectId)
    return rows.map(({ location, isLive, isDraft, leftAt }) => [
      location,
      isLive ? 'live' : '-',
      isDraft ? 'draft' : '-',
      leftAt === null ? '-' : 'left',
    ])
  }

  test('a draft becomes the published version, with its person and reason', async () => {
    expect(await published()).toBeUndefined()
    const first = await save(null, { readOnly: true })
    const second = await save(first, { readOnly: false })
    expect(second).toBeGreaterThan(first)
    expect(await store.settings.findDraft(projectId)).toMatchObject({
      revision: second,
      baseNumber: null,
      changedBy: ADA,
      settings: { readOnly: false },
    })
    expect(await published()).toBeUndefined()

    const number = await store.settings.publish({
      ...act,
      revision: second,
      baseNumber: null,
      why: 'it is open again',
    })

    expect(number).toBe(1)
    expect(await published()).toEqual({
      number: 1,
      by: ADA,
      at: new Date(ms).toISOString(),
      why: 'it is open again',
      undoOf: null,
      settings: { readOnly: false },
    })
    expect(await store.settings.findDraft(projectId)).toBeUndefined()
  })

  test('a change to an old revision is refused, and the draft stays', async () => {
    const first = await save(null, { readOnly: true })
    await expect(save(null, { readOnly: false })).rejects.toMatchObject({ code: 'conflict' })
    const second = await store.settings.saveDraft({
      ...act,
      by: BEN,
      revision: first,
      settings: { suggestions: true },
    })
    await expect(save(first, { readOnly: false })).rejects.toThrow(`${BEN} changed the draft`)
    const old = { ...act, revision: first, baseNumber: null, why: '' }
    await expect(store.settings.publish(old)).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.settings.findDraft(projectId)).toMatchObject({
      revision: second,
      settings: { suggestions: true },
    })
  })

  test('no revision comes twice, also after the draft was thrown away', async () => {
    const first = await save(null, { readOnly: true })
    expect(await store.settings.removeDraft(projectId)).toBe(true)
    expect(await store.settings.removeDraft(projectId)).toBe(false)
    await save(null, { readOnly: false })
    await expect(save(first, { readOnly: true })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('of two people who publish at once one is told, and nothing is lost', async () => {
    await publish({ suggestions: true }, null)
    const revision = await save(null, { suggestions: false })
    const again = { ...act, revision, baseNumber: 1, why: 'mine' }

    const ends = await Promise.allSettled([
      store.settings.publish(again),
      store.settings.undo({ ...act, by: BEN, number: 1, baseNumber: 1, why: 'back' }),
    ])

    const refused = ends.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ reason: { code: 'conflict' } })
    const versions = await store.settings.listVersions(projectId, { limit: 10 })
    expect(versions.map(({ number }) => number)).toEqual([2, 1])
    const wasUndone = (await published())?.undoOf === 1
    expect((await store.settings.findDraft(projectId)) !== undefined).toBe(wasUndone)
  })

  test('an undo publishes an older version again, and keeps the draft', async () => {
    await publish({ look: { name: 'One' } }, null)
    await publish({ look: { name: 'Two' } }, 1)
    await save(null, { look: { name: 'Three' } })

    const undo = { ...act, by: BEN, number: 1, baseNumber: 2, why: 'two was wrong' }
    expect(await store.settings.undo(undo)).toBe(3)

    expect(await published()).toMatchObject({
      number: 3,
      undoOf: 1,
      settings: { look: { name: 'One' } },
    })
    expect(await store.settings.findDraft(projectId)).toMatchObject({ baseNumber: 2 })
    await expect(store.settings.undo(undo)).rejects.toThrow('Version 3 was published meanwhile')
    const missing = { ...undo, number: 9, baseNumber: 3 }
    await expect(store.settings.undo(missing)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the history has pages, and keeps as many versions as the limit', async () => {
    await publish({}, null)
    // As many as the limit, without as many calls.
    await withTables(place, async (db) => {
      await db
        .updateTable('project_versions')
        .set({ number: VERSIONS_MAX - 1 })
        .execute()
      await db
        .updateTable('projects')
        .set({ published_number: VERSIONS_MAX - 1 })
        .execute()
      await db
        .insertInto('project_versions')
        .values({
          project_id: projectId,
          number: 1,
          settings: '{}',
          published_by: null,
          published_at: new Date(ms).toISOString(),
          why: 'the first',
          undo_of: null,
        })
        .execute()
    })
    await publish({}, VERSIONS_MAX - 1)
    const numbers = async (before?: number) => {
      const heads = await store.settings.listVersions(projectId, { before, limit: 2 })
      return heads.map(({ number }) => number)
    }
    expect(await numbers()).toEqual([VERSIONS_MAX, VERSIONS_MAX - 1])
    expect(await numbers(VERSIONS_MAX - 1)).toEqual([1])
    await publish({}, VERSIONS_MAX)
    expect(await numbers(VERSIONS_MAX - 1)).toEqual([])
  })

  test('a first version takes the place of the one that it replaces, and of no other or of a draft', async () => {
    const first = { ...act, by: null, why: 'first start' }
    const publishFirst = (name: string, baseNumber: number | null) =>
      store.settings.publishFirst({ ...first, baseNumber, settings: { look: { name } } })
    expect(await publishFirst('One', null)).toBe(1)
    expect(await publishFirst('Two', null)).toBeUndefined()
    expect(await publishFirst('Two', 1)).toBe(2)
    await save(null, { look: { name: 'Draft' } })
    expect(await publishFirst('Three', 2)).toBeUndefined()
    expect(await published()).toMatchObject({ number: 2, settings: { look: { name: 'Two' } } })
  })

  test('a source is found by the draft that names it, by all once it is published, and kept after it went', async () => {
    await publish({}, null, [PAGE])
    expect(await found()).toEqual([[PAGE.location, 'live', 'draft', '-']])

    await save(null, {}, [MAP])
    expect(await found()).toEqual([
      [PAGE.location, 'live', '-', '-'],
      [MAP.location, '-', 'draft', '-'],
    ])
    expect(await store.crawls.listDue()).toHaveLength(2)

    const { revision } = (await store.settings.findDraft(projectId))!
    await store.settings.publish({ ...act, revision, baseNumber: 1, why: '', sources: [MAP] })
    expect(await found()).toEqual([
      [PAGE.location, '-', '-', 'left'],
      [MAP.location, 'live', 'draft', '-'],
    ])
    // Sources that no answer finds are not crawled.
    expect(await store.crawls.listDue()).toHaveLength(1)

    await store.settings.undo({ ...act, number: 1, baseNumber: 2, why: '', sources: [PAGE] })
    expect(await found()).toEqual([
      [PAGE.location, 'live', 'draft', '-'],
      [MAP.location, '-', '-', 'left'],
    ])
    const before = (days: number) => new Date(ms - days * 86_400_000).toISOString()
    ms += 31 * 86_400_000
    await store.sources.startRemovalOfLeft(before(32))
    expect(await store.sources.list(projectId)).toHaveLength(2)
    await store.sources.startRemovalOfLeft(before(30))
    expect(await found()).toEqual([[PAGE.location, 'live', 'draft', '-']])
  })

  test('options of a source change when they are published, not in the draft', async () => {
    await publish({}, null, [PAGE])
    const changed = { ...PAGE, settings: '{"depth":3}' }
    await save(null, {}, [changed])
    const settingsOf = async () => (await store.sources.list(projectId)).map((row) => row.settings)
    expect(await settingsOf()).toEqual([PAGE.settings])
    const { revision } = (await store.settings.findDraft(projectId))!
    const again = { ...act, revision, baseNumber: 1, why: '', sources: [changed] }
    await store.settings.publish(again)
    expect(await settingsOf()).toEqual([changed.settings])
  })

  test('sources of commands and of the configuration stay as they are', async () => {
    const source = { projectId, ...PAGE, isFixed: false }
    await store.sources.add(source)
    await store.sources.fix({ ...source, ...MAP, isFixed: true })
    await publish({}, null, [PAGE, MAP])
    await publish({}, 1, [])
    expect(await found()).toEqual([
      [PAGE.location, 'live', 'draft', '-'],
      [MAP.location, 'live', 'draft', '-'],
    ])
  })
})
