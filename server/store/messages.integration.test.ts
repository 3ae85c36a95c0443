import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import type { JsonObject } from '../../shared/json.ts'
import { withStore } from '../testing/with-store.ts'
import { PAGE_CONTENT_MAX_BYTES } from './messages.ts'
import type { MessagePage, Scope } from './store.ts'
import type { NewMessage } from './change-messages.ts'
import { JSON_STEP } from '../steps/parse-text.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'

const createScope = (): Scope => ({
  projectId: 'default',
  workspaceId: randomUUID(),
  userId: 'user',
})

const message = (text: string, rest: Partial<NewMessage> = {}): NewMessage => ({
  parent: null,
  externalId: null,
  format: 'aui/v0',
  content: { role: 'user', content: [{ type: 'text', text }] },
  ...rest,
})

describe.each(ENGINES)('messages on %s', (engine) => {
  let now = T0
  const { store } = withStore(engine, { now: () => new Date(now) })

  async function createThread() {
    const scope = createScope()
    const { id } = await store.threads.create(scope, { lastMessageAt: T0 })
    return { scope, id }
  }

  test('a long message is written, read and compared in steps, with any outcome', async () => {
    const { scope, id } = await createThread()
    const longWith = (first: number): JsonObject => ({
      role: 'user',
      content: [[first], ...Array.from({ length: 50_000 }, () => [])],
    })
    const [one, other, again] = [longWith(1), longWith(2), longWith(2)]
    const [write, read] = [vi.spyOn(JSON, 'stringify'), vi.spyOn(JSON, 'parse')]
    onTestFinished(() => [write, read].forEach((spy) => spy.mockRestore()))

    const { externalId } = message('x', { externalId: randomUUID() })
    await store.messages.append(scope, id, message('', { externalId, content: one }))
    await store.messages.append(scope, id, message('', { externalId, content: other }))
    const same = await store.messages.update(scope, id, externalId!, again)

    expect(same.content).toEqual(other)
    const written = write.mock.calls.map(([value]) => value as unknown)
    for (const content of [one, other, again]) expect(written).not.toContain(content)
    const lengths = read.mock.calls.map(([text]) => text.length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2 * JSON_STEP)
  })

  test('a message knows its parent by row id or external_id, and its height', async () => {
    const { scope, id } = await createThread()

    const root = await store.messages.append(scope, id, message('a', { externalId: 'aaaaaaa' }))
    const byRow = await store.messages.append(scope, id, message('b', { parent: root.id }))
    const byName = await store.messages.append(scope, id, message('c', { parent: 'aaaaaaa' }))

    expect(root).toMatchObject({ threadId: id, parentId: null, height: 0, externalId: 'aaaaaaa' })
    expect(root.id).toMatch(/^msg_\w{24}$/)
    expect(byRow).toMatchObject({ parentId: root.id, height: 1 })
    expect(byName).toMatchObject({ parentId: root.id, height: 1 })
    expect(await store.messages.find(scope, id, 'aaaaaaa')).toEqual(root)
    expect(await store.messages.find(scope, id, root.id)).toEqual(root)
  })

  test('the newest child is the last created one, of the same owner', async () => {
    const { scope, id } = await createThread()
    const root = await store.messages.append(scope, id, message('a'))
    await store.messages.append(scope, id, message('b', { parent: root.id }))
    now = '2027-01-15T08:00:01.000Z'
    const newest = await store.messages.append(scope, id, message('c', { parent: root.id }))
    now = T0

    expect(await store.messages.newestChild(scope, id, root.id)).toEqual(newest)
    expect(await store.messages.newestChild(scope, id, newest.id)).toBeUndefined()
    expect(await store.messages.newestChild(createScope(), id, root.id)).toBeUndefined()
  })

  test('an unknown parent and a parent of another thread are refused, and nothing is saved', async () => {
    const { scope, id } = await createThread()
    const other = await store.threads.create(scope, { lastMessageAt: T0 })
    const foreign = await store.messages.append(scope, other.id, message('x'))
    const refusal = { code: 'invalid_request', message: 'Parent message not found in thread' }

    for (const parent of ['msg_unknown', foreign.id]) {
      await expect(
        store.messages.append(scope, id, message('y', { parent })),
      ).rejects.toMatchObject(refusal)
    }
    expect(await readRows(store.messages.list(scope, id, { limit: 10 }))).toEqual([])
    await store.messages.append(scope, other.id, message('y', { parent: foreign.id }))
  })

  test('an unknown thread and a thread of another workspace are not found', async () => {
    const { scope, id } = await createThread()
    const stranger = { ...scope, workspaceId: 'other' }
    const refusal = { code: 'not_found', message: 'Thread not found' }
    const saved = await store.messages.append(scope, id, message('mine'))

    await expect(
      store.messages.append(scope, 'thread_unknown', message('x')),
    ).rejects.toMatchObject(refusal)
    await expect(store.messages.append(stranger, id, message('x'))).rejects.toMatchObject(refusal)
    expect(await readRows(store.messages.list(stranger, id, { limit: 10 }))).toEqual([])
    expect(await store.messages.find(stranger, id, saved.id)).toBeUndefined()
    expect(await store.messages.path(stranger, id, saved.id)).toEqual([])
    expect(await readRows(store.messages.list(scope, id, { limit: 10 }))).toEqual([saved])
    expect(await store.messages.path(scope, id, saved.id)).toEqual([saved])
  })

  test('the same external_id and content changes nothing, for any order of keys', async () => {
    const { scope, id } = await createThread()
    const first = await store.messages.append(
      scope,
      id,
      message('', { externalId: 'e', content: { role: 'user', a: 1, b: 2 } }),
    )
    now = '2027-01-15T09:00:00.000Z'

    const again = await store.messages.append(
      scope,
      id,
      message('', { externalId: 'e', content: { b: 2, a: 1, role: 'user' } }),
    )

    expect(again).toEqual(first)
    expect((await store.threads.find(scope, id))?.lastMessageAt).toBe(T0)
    now = T0
  })

  test('the same external_id with other content updates the row and the thread', async () => {
    const { scope, id } = await createThread()
    const first = await store.messages.append(scope, id, message('a', { externalId: 'e' }))
    now = '2027-01-15T09:00:00.000Z'

    const updated = await store.messages.append(scope, id, message('b', { externalId: 'e' }))

    expect(updated).toEqual({ ...first, content: message('b').content, updatedAt: now })
    expect((await store.threads.find(scope, id))?.lastMessageAt).toBe(now)
    expect(await readRows(store.messages.list(scope, id, { limit: 10 }))).toEqual([updated])
    now = T0
  })

  test('the role of a known external_id cannot change', async () => {
    const { scope, id } = await createThread()
    const first = await store.messages.append(scope, id, message('a', { externalId: 'e' }))
    const other = message('a', { externalId: 'e', content: { role: 'assistant', content: [] } })

    await expect(store.messages.append(scope, id, other)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Message role cannot change',
    })
    expect(await store.messages.find(scope, id, 'e')).toEqual(first)
  })

  test('20 appends with one external_id at once make one row', async () => {
    const { scope, id } = await createThread()

    // Several rounds: in the first, most of a pool's connections are still being made.
    for (const externalId of ['a', 'b', 'c', 'd']) {
      const rows = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.messages.append(scope, id, message('x', { externalId })),
        ),
      )
      expect(new Set(rows.map((row) => row.id)).size).toBe(1)
    }

    expect(await readRows(store.messages.list(scope, id, { limit: 100 }))).toHaveLength(4)
  })

  test('the time of the last message advances and never goes back', async () => {
    const { scope, id } = await createThread()
    now = '2027-01-15T10:00:00.000Z'
    await store.messages.append(scope, id, message('a'))
    expect((await store.threads.find(scope, id))?.lastMessageAt).toBe(now)

    now = T0
    await store.messages.append(scope, id, message('b'))
    expect((await store.threads.find(scope, id))?.lastMessageAt).toBe('2027-01-15T10:00:00.000Z')
  })

  test('lists the highest first and pages through equal times without gap or repeat', async () => {
    const { scope, id } = await createThread()
    const root = await store.messages.append(scope, id, message('root'))
    for (let index = 0; index < 10; index++) {
      await store.messages.append(scope, id, message(`v${index}`, { parent: root.id }))
    }

    const seen: string[] = []
    let after: string | undefined
    do {
      const page = { limit: 3, ...(after ? { after } : {}) }
      const rows = await readRows(store.messages.list(scope, id, page))
      seen.push(...rows.map((row) => row.id))
      after = rows.at(-1)?.id
    } while (after !== undefined)

    const all = await readRows(store.messages.list(scope, id, { limit: 100 }))
    expect(seen).toEqual(all.map((row) => row.id))
    expect(all.map((row) => row.height)).toEqual([...Array.from({ length: 10 }, () => 1), 0])
    const versions = all.slice(0, 10).map((row) => row.id)
    expect(versions).toEqual(versions.toSorted((a, b) => (a < b ? 1 : -1)))
    expect(
      await readRows(store.messages.list(scope, id, { limit: 3, after: 'msg_unknown' })),
    ).toEqual([])
  })

  const sized = (bytes: number, rest: Partial<NewMessage> = {}): NewMessage => {
    const empty = JSON.stringify({ role: 'user', text: 'é' }).length + 1
    return message('', {
      content: { role: 'user', text: `é${'x'.repeat(bytes - empty)}` },
      ...rest,
    })
  }

  test('a page ends where its content would be more than 2 MiB, not at 4 MiB', async () => {
    const { scope, id } = await createThread()
    const quarter = PAGE_CONTENT_MAX_BYTES / 4
    const heights = async (page: MessagePage) =>
      (await readRows(store.messages.list(scope, id, page))).map((row) => row.height)
    let parent: string | null = null
    for (let height = 0; height < 5; height++) {
      parent = (await store.messages.append(scope, id, sized(quarter, { parent }))).id
    }

    const first = await readRows(store.messages.list(scope, id, { limit: 200 }))
    const after = first.at(-1)?.id ?? ''

    expect(first.map((row) => row.height)).toEqual([4, 3, 2, 1])
    expect(await heights({ limit: 200, after })).toEqual([0])
    expect(await heights({ limit: 2 })).toEqual([4, 3])

    const content = sized(quarter + 1).content
    await store.messages.append(scope, id, message('', { parent, content }))
    expect(await heights({ limit: 200 })).toEqual([5, 4, 3])
  })

  test('a row larger than a page is a page', async () => {
    const { scope, id } = await createThread()
    const root = await store.messages.append(scope, id, message('root'))
    const large = sized(PAGE_CONTENT_MAX_BYTES + 1, { parent: root.id })
    const { id: after } = await store.messages.append(scope, id, large)

    expect(await readRows(store.messages.list(scope, id, { limit: 9 }))).toMatchObject([
      { id: after },
    ])
    expect(await readRows(store.messages.list(scope, id, { limit: 9, after }))).toEqual([root])
  })

  test('a whole page is read in groups of at most 2 MiB, or of one row', async () => {
    const { scope, id } = await createThread()
    const half = PAGE_CONTENT_MAX_BYTES / 2
    let parent: string | null = null
    for (const bytes of [half, half, half, half + 1, PAGE_CONTENT_MAX_BYTES + 1]) {
      parent = (await store.messages.append(scope, id, sized(bytes, { parent }))).id
    }
    const heights = async (page: MessagePage) => {
      const groups = await store.messages.listIds(scope, id, page)
      const rows = groups.map((ids) => readRows(store.messages.listGroup(scope, id, ids)))
      return (await Promise.all(rows)).map((group) => group.map((row) => row.height))
    }

    expect(await heights({ limit: 200 })).toEqual([[4], [3], [2, 1], [0]])
    expect(await heights({ limit: 3 })).toEqual([[4], [3], [2]])
    expect(await heights({ limit: 2, after: parent ?? '' })).toEqual([[3], [2]])
    expect(await heights({ limit: 2, after: 'msg_unknown' })).toEqual([])
  })

  test('a group leaves out what went, and gives nothing to strangers', async () => {
    const { scope, id } = await createThread()
    const root = await store.messages.append(scope, id, message('a'))
    const next = await store.messages.append(scope, id, message('b', { parent: root.id }))
    const ids = [next.id, root.id]

    expect(await readRows(store.messages.listGroup(scope, id, ids))).toEqual([next, root])
    await store.messages.remove(scope, id, [next.id])
    expect(await readRows(store.messages.listGroup(scope, id, ids))).toEqual([root])
    expect(
      await readRows(store.messages.listGroup({ ...scope, workspaceId: 'other' }, id, ids)),
    ).toEqual([])
    expect(await readRows(store.messages.listGroup(scope, id, []))).toEqual([])
  })

  test('the path leads from the root to the message and leaves other branches out', async () => {
    const { scope, id } = await createThread()
    const a = await store.messages.append(scope, id, message('a'))
    await store.messages.append(scope, id, message('sibling', { parent: a.id }))
    const b = await store.messages.append(scope, id, message('b', { parent: a.id }))
    const c = await store.messages.append(scope, id, message('c', { parent: b.id }))
    await store.messages.append(scope, id, message('later', { parent: c.id }))

    expect(await store.messages.path(scope, id, c.id)).toEqual([a, b, c])
    expect(await store.messages.path(scope, id, 'msg_unknown')).toEqual([])
  })

  test.each<[string, JsonObject]>([
    ['U+0000', { role: 'user', text: 'a\0b', 'k\0': 1 }],
    ['lone surrogates', { role: 'user', text: '\ud83d x \udc00' }],
    ['emoji and directions', { role: 'user', text: '👩‍👩‍👧 \u202eabc ؟ é e\u0301' }],
    ['key order and numbers', { role: 'user', z: 1, a: [1.5, -0.1, 1e21, 9007199254740991] }],
    ['names of prototypes', JSON.parse('{"role":"user","__proto__":{"x":1},"constructor":1}')],
    ['a deep nest', { role: 'user', deep: nest(100) }],
  ])('keeps content with %s as it is', async (_, content) => {
    const { scope, id } = await createThread()

    const saved = await store.messages.append(scope, id, message('', { content }))

    expect(JSON.stringify(saved.content)).toBe(JSON.stringify(content))
    const [listed] = await readRows(store.messages.list(scope, id, { limit: 1 }))
    expect(JSON.stringify(listed?.content)).toBe(JSON.stringify(content))
  })

  test('U+0000 and lone surrogates in ids and titles are cleaned, when written and when looked for', async () => {
    const scope = createScope()
    const thread = await store.threads.create(scope, {
      title: 'a\0b\ud800',
      externalId: 'e\0\ud800',
      lastMessageAt: T0,
    })
    const saved = await store.messages.append(scope, thread.id, message('x', { externalId: 'm\0' }))

    expect(thread).toMatchObject({ title: 'ab\ufffd', externalId: 'e\ufffd' })
    expect(await store.threads.find(scope, 'e\0\ud800')).toEqual(
      await store.threads.find(scope, thread.id),
    )
    expect(await store.messages.find(scope, thread.id, 'm\0')).toEqual(saved)
    expect(await store.threads.find(scope, '\0')).toBeUndefined()
  })
})

function nest(depth: number): JsonObject {
  let value: JsonObject = {}
  for (let level = 0; level < depth; level++) value = { value }
  return value
}
