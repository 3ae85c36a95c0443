import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { createScope, newScore, strangersOf } from './new-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'

describe.each(ENGINES)('scores on %s', (engine) => {
  let now = T0
  const { store } = withStore(engine, { now: () => new Date(now) })

  test('a score keeps every field, and a second one replaces value and comment', async () => {
    const scope = createScope()
    now = T0
    const first = await store.scores.put(
      scope,
      newScore({ value: 0.25, comment: 'why', threadId: 't', messageId: 'm' }),
    )
    expect(first).toMatchObject({
      ...newScore({ value: 0.25, comment: 'why', threadId: 't', messageId: 'm' }),
      scope,
      createdAt: T0,
      updatedAt: T0,
    })
    expect(first.id).toMatch(/^score_\w{24}$/)

    now = T1
    const second = await store.scores.put(
      scope,
      newScore({
        dataType: 'categorical',
        value: null,
        stringValue: 'good',
        threadId: 't',
        messageId: 'm',
      }),
    )

    expect(second).toEqual({
      ...first,
      dataType: 'categorical',
      value: null,
      stringValue: 'good',
      comment: null,
      updatedAt: T1,
    })
    expect(await store.scores.find(scope, 'rating', second)).toEqual(second)
    now = T0
  })

  test('names, targets and authors do not replace one another', async () => {
    const scope = createScope()
    const colleague = { ...scope, userId: 'colleague' }
    const targets = [
      { threadId: 't', messageId: null, runId: null },
      { threadId: 't', messageId: 'm', runId: null },
      { threadId: 't2', messageId: 'm', runId: null },
      { threadId: null, messageId: null, runId: 't' },
    ]
    let value = 0
    for (const author of [scope, colleague]) {
      for (const name of ['a', 'b']) {
        for (const target of targets) {
          await store.scores.put(author, newScore({ name, value: value++, ...target }))
        }
      }
    }

    value = 0
    for (const author of [scope, colleague]) {
      for (const name of ['a', 'b']) {
        for (const target of targets) {
          expect(await store.scores.find(author, name, target)).toMatchObject({ value: value++ })
        }
      }
    }
  })

  test('a score is taken back alone: not another name, target, author or workspace’s', async () => {
    const scope = createScope()
    const target = { threadId: 't', messageId: 'm', runId: null }
    const others = [
      [scope, newScore({ ...target, name: 'other' })],
      [scope, newScore({ ...target, messageId: 'm2' })],
      [scope, newScore({ ...target, threadId: 't2' })],
      [scope, newScore({ ...target, messageId: null })],
      [{ ...scope, userId: 'colleague' }, newScore(target)],
      ...strangersOf(scope).map((stranger) => [stranger, newScore(target)] as const),
    ] as const
    for (const [author, score] of others) await store.scores.put(author, score)
    await store.scores.put(scope, newScore(target))

    await store.scores.remove(scope, 'rating', target)
    await store.scores.remove(scope, 'rating', target)

    expect(await store.scores.find(scope, 'rating', target)).toBeUndefined()
    for (const [author, score] of others) {
      expect(await store.scores.find(author, score.name, score)).toMatchObject(score)
    }
  })

  test('20 scores for one thing at once are one', async () => {
    const scope = createScope()
    const target = { threadId: 't', messageId: 'm' }

    const made = await Promise.all(
      Array.from({ length: 20 }, (_, value) =>
        store.scores.put(scope, newScore({ value, ...target })),
      ),
    )

    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await store.scores.listOfThread(scope, 't', 'rating')).toHaveLength(1)
  })

  test('a thread gives this author’s scores of that name for its messages', async () => {
    const scope = createScope()
    const threadId = 't'
    const wanted = [
      await store.scores.put(scope, newScore({ threadId, messageId: 'm1' })),
      await store.scores.put(scope, newScore({ threadId, messageId: 'm2' })),
    ]
    await store.scores.put(scope, newScore({ threadId }))
    await store.scores.put(scope, newScore({ threadId: 't2', messageId: 'm1' }))
    await store.scores.put(scope, newScore({ threadId, messageId: 'm1', name: 'other' }))
    const colleague = { ...scope, userId: 'colleague' }
    await store.scores.put(colleague, newScore({ threadId, messageId: 'm1' }))

    const found = await store.scores.listOfThread(scope, threadId, 'rating')

    expect(new Set(found)).toEqual(new Set(wanted))
  })

  test('a project lists its scores newest first, by name or all, page by page', async () => {
    const projectId = randomUUID()
    const ids: string[] = []
    for (let n = 0; n < 6; n++) {
      now = new Date(Date.parse(T0) + Math.floor(n / 2)).toISOString()
      const scope = { projectId, workspaceId: `w${n}`, userId: 'u' }
      const name = n % 2 ? 'odd' : 'even'
      ids.push((await store.scores.put(scope, newScore({ name, threadId: 't' }))).id)
    }
    now = T0
    const list = async (page: { limit: number; after?: string; name?: string }) =>
      (await store.scores.listProject(projectId, page)).map(({ id }) => id)

    const all = await list({ limit: 10 })
    expect(all.toSorted()).toEqual(ids.toSorted())
    expect(all.slice(0, 2).toSorted()).toEqual(ids.slice(4).toSorted())
    const first = await list({ limit: 4 })
    expect([...first, ...(await list({ limit: 4, after: first[3]! }))]).toEqual(all)
    expect(await list({ limit: 10, name: 'odd' })).toEqual([ids[5], ids[3], ids[1]])
    expect(await list({ limit: 10, after: 'unknown' })).toEqual([])
  })

  test('another workspace and another project see nothing and replace nothing', async () => {
    const scope = createScope()
    const target = { threadId: 't', messageId: 'm', runId: null }
    const own = await store.scores.put(scope, newScore(target))

    for (const stranger of strangersOf(scope)) {
      expect(await store.scores.find(stranger, 'rating', target)).toBeUndefined()
      expect(await store.scores.listOfThread(stranger, 't', 'rating')).toEqual([])
      const theirs = await store.scores.put(stranger, newScore({ ...target, value: 9 }))
      expect(theirs.id).not.toBe(own.id)
    }
    expect(await store.scores.listProject('nobody', { limit: 9, after: own.id })).toEqual([])
    expect(await store.scores.find(scope, 'rating', target)).toEqual(own)
    expect(await store.scores.listOfThread(scope, 't', 'rating')).toEqual([own])
  })
})
