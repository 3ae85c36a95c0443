import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { withTables } from '../../testing/add-source.ts'
import { withStore } from '../../testing/with-store.ts'
import { createScope, newMessage } from '../new-rows.test-support.ts'
import type { Scope, Store } from '../store.ts'
import { queueUnindexed } from './conversation-backlog.ts'
import { NOTES_MAX } from './conversation-notes.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const TAGS = { tags: [], withoutTags: [] }

describe.each(ENGINES)('the desk’s index on %s', (engine) => {
  const { store, place } = withStore(engine)

  async function createTalk(scope: Scope, text: string) {
    const { id } = await store.threads.create(scope, { title: 'Boots', lastMessageAt: T0 })
    const message = await store.messages.append(scope, id, newMessage(text))
    await withTables(place, (db) =>
      db
        .insertInto('thread_facts')
        .values({
          thread_id: id,
          project_id: scope.projectId,
          last_at: T0,
          answers: 1,
          good: 0,
          bad: 0,
          cost_micros: null,
          question_id: null,
        })
        .execute(),
    )
    return { id, message: message.id }
  }

  const find = async (on: Pick<Store, 'conversations'>, text: string) =>
    on.conversations.list({ projectIds: ['default'], filter: TAGS, text, limit: 50 })
  const idsOf = async (text: string) => (await find(store, text)).conversations.map(({ id }) => id)

  test('follows changes and removals of messages and titles', async () => {
    const scope = createScope()
    const { id, message } = await createTalk(scope, 'an umbrella')
    expect(await idsOf('umbr')).toEqual([id])
    const content = { role: 'user', content: [{ type: 'text', text: 'a raincoat' }] }
    await store.messages.update(scope, id, message, content)
    await store.threads.update(scope, id, { title: 'Sandals' })
    expect(await idsOf('umbrella')).toEqual([])
    expect(await idsOf('raincoat')).toEqual([id])
    expect(await idsOf('sandals')).toEqual([id])
    await store.messages.remove(scope, id, [message])
    expect(await idsOf('raincoat')).toEqual([])
    await store.threads.remove(scope, id)
    expect(await idsOf('sandals')).toEqual([])
  })

  test('takes up texts that were there before it, in steps, and says until when it finds less', async () => {
    const scope = createScope()
    const { id } = await createTalk(scope, 'a lighthouse')
    await withTables(place, async (db) => {
      await sql`delete from desk_documents`.execute(db)
      await queueUnindexed(db)
    })
    // Written meanwhile: it must not be twice in the index.
    await store.messages.append(scope, id, newMessage('a lighthouse again'))
    expect((await find(store, 'boots')).isIndexed).toBe(false)

    while ((await store.conversations.indexSome()) > 0);

    expect((await find(store, 'boots')).isIndexed).toBe(true)
    expect(await idsOf('lighthouse')).toEqual([id])
    expect(await idsOf('boots light')).toEqual([])
  })

  test('a conversation has as many notes as the limit, and not one more', async () => {
    const scope = createScope()
    const { id: threadId } = await createTalk(scope, 'noted')
    const person = { id: 'person_1', mail: 'ada@example.com' }
    const note = { projectId: scope.projectId, threadId, messageId: null, person, text: 'x' }
    for (let n = 0; n < NOTES_MAX; n++) await store.conversations.notes.add(note)
    await expect(store.conversations.notes.add(note)).rejects.toThrow('at most 200 notes')
    const foreign = { ...note, projectId: 'other' }
    await expect(store.conversations.notes.add(foreign)).rejects.toThrow('no such conversation')
    await store.threads.remove(scope, threadId)
    expect(await store.conversations.notes.list(scope.projectId, threadId)).toEqual([])
  })
})
