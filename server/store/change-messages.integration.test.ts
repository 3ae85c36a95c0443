import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { createScope, newMessage, strangersOf } from './new-rows.test-support.ts'
import type { MessageRow } from './store.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'

describe.each(ENGINES)('changes of messages on %s', (engine) => {
  let now = T0
  const { store } = withStore(engine, { now: () => new Date(now) })

  async function createThread() {
    now = T0
    const scope = createScope()
    const { id } = await store.threads.create(scope, { externalId: 'ext', lastMessageAt: T0 })
    return { scope, id }
  }

  test('an update replaces the content and nothing else, by id or external_id', async () => {
    const { scope, id } = await createThread()
    const row = await store.messages.append(scope, id, newMessage('a', { externalId: 'm' }))
    await store.messages.append(scope, id, newMessage('child', { parent: row.id }))
    now = T1

    const { content } = newMessage('b')
    const updated = await store.messages.update(scope, id, row.id, content)

    expect(updated).toEqual({ ...row, content, updatedAt: T1 })
    expect(await store.messages.find(scope, id, 'm')).toEqual(updated)
    expect(await store.threads.find(scope, id)).toMatchObject({ lastMessageAt: T0 })
    const again = await store.messages.update(scope, 'ext', 'm', newMessage('c').content)
    expect(again).toMatchObject({ id: row.id, content: newMessage('c').content })
  })

  test('the same content changes nothing', async () => {
    const { scope, id } = await createThread()
    const row = await store.messages.append(scope, id, newMessage('a'))
    now = T1

    expect(await store.messages.update(scope, id, row.id, newMessage('a').content)).toEqual(row)
  })

  test('another role is a conflict, an unknown message is not found', async () => {
    const { scope, id } = await createThread()
    const row = await store.messages.append(scope, id, newMessage('a'))
    const answer = { role: 'assistant', content: [] }

    await expect(store.messages.update(scope, id, row.id, answer)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Message role cannot change',
    })
    await expect(store.messages.update(scope, id, 'unknown', answer)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await store.messages.find(scope, id, row.id)).toEqual(row)
  })

  test('another workspace, project and thread update nothing', async () => {
    const { scope, id } = await createThread()
    const row = await store.messages.append(scope, id, newMessage('a'))
    const other = await store.threads.create(scope, { lastMessageAt: T0 })
    const { content } = newMessage('stolen')
    const attempts = [
      ...strangersOf(scope).map((stranger) => [stranger, id] as const),
      [scope, other.id] as const,
    ]

    for (const [whose, thread] of attempts) {
      const attempt = store.messages.update(whose, thread, row.id, content)
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await store.messages.find(scope, id, row.id)).toEqual(row)
    expect(await store.messages.update(scope, id, row.id, content)).toMatchObject({ content })
  })

  test('a message is found without its thread in its own workspace only', async () => {
    const { scope, id } = await createThread()
    const row = await store.messages.append(scope, id, newMessage('a', { externalId: 'mine' }))

    expect(await store.messages.findInWorkspace(scope, row.id)).toEqual(row)
    expect(await store.messages.findInWorkspace(scope, 'mine')).toBeUndefined()
    for (const stranger of strangersOf(scope)) {
      expect(await store.messages.findInWorkspace(stranger, row.id)).toBeUndefined()
    }
  })

  test('a path with a bound ends before the message that would not fit', async () => {
    const { scope, id } = await createThread()
    let parent: string | null = null
    const rows: MessageRow[] = []
    for (const text of ['a', 'b', 'é', 'd']) {
      const row = await store.messages.append(scope, id, newMessage(text, { parent }))
      rows.push(row)
      parent = row.id
    }
    const last = rows.at(-1)!.id
    const size = (n: number) => Buffer.byteLength(JSON.stringify(rows[n]!.content))
    const path = async (maxBytes?: number) =>
      (await store.messages.path(scope, id, last, maxBytes)).map(({ height }) => height)

    const two = size(3) + size(2)
    expect(await path()).toEqual([0, 1, 2, 3])
    expect(await path(two + size(1) + size(0))).toEqual([0, 1, 2, 3])
    expect(await path(two + size(1) + size(0) - 1)).toEqual([1, 2, 3])
    expect(await path(two)).toEqual([2, 3])
    expect(await path(two - 1)).toEqual([3])
    expect(await path(1)).toEqual([3])
    expect(await store.messages.path(scope, id, last, two)).toEqual(rows.slice(2))
  })
})
