import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { withTables } from '../../testing/add-source.ts'
import { withStore } from '../../testing/with-store.ts'
import { insertAll } from '../insert-all.test-support.ts'

const OLD = '2027-01-15T08:00:00.000Z'
const MAX = { conversations: 3, messages: 4 }
const BEFORE = '2027-02-15T08:00:00.000Z'

describe.each(ENGINES)('a count of what is too old on %s', (engine) => {
  const { store, place } = withStore(engine)
  let projectId: string
  beforeEach(() => {
    projectId = randomUUID()
  })

  const owner = () => ({ project_id: projectId, workspace_id: 'w' })
  const times = { created_at: OLD, updated_at: OLD }
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => from + index)

  const addThreads = (ids: readonly number[]) =>
    withTables(place, (db) =>
      insertAll(db, 'threads', ids, (n) => ({
        ...owner(),
        ...times,
        id: `${projectId}-${n}`,
        user_id: 'w',
        external_id: null,
        title: null,
        is_archived: 0,
        metadata: null,
        last_message_at: OLD,
      })),
    )

  const addMessages = (ids: readonly number[]) =>
    withTables(place, (db) =>
      insertAll(db, 'messages', ids, (n) => ({
        ...owner(),
        ...times,
        id: `m${n}`,
        thread_id: `${projectId}-0`,
        parent_id: null,
        external_id: null,
        format: 'f',
        content: '{}',
        height: 0,
      })),
    )

  const count = () =>
    store.facts.countExpired({ projectId, isAnonymous: false, before: BEFORE }, MAX)

  test('ends at a bound of conversations, and says so', async () => {
    await addThreads(numbers(0, MAX.conversations))
    const all = { conversations: MAX.conversations, messages: 0, oldest: OLD }
    expect(await count()).toEqual({ ...all, isCut: false })

    await addThreads([MAX.conversations])
    expect(await count()).toEqual({ ...all, isCut: true })
  })

  test('ends at a bound of messages, and says so', async () => {
    await addThreads([0])
    await addMessages(numbers(0, MAX.messages))
    const all = { conversations: 1, messages: MAX.messages, oldest: OLD }
    expect(await count()).toEqual({ ...all, isCut: false })

    await addMessages([MAX.messages])
    expect(await count()).toEqual({ ...all, isCut: true })
  })
})
