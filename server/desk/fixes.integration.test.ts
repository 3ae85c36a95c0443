import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import type { Conversation } from '../../shared/desk/conversations.ts'
import type { DeskFix, FixWay } from '../../shared/desk/fixes.ts'
import type { ProjectSettings } from '../../shared/desk/settings.ts'
import { FIXES_MAX } from '../store/desk/answer-fixes.ts'
import { newMessage } from '../store/new-rows.test-support.ts'
import { withTables } from '../testing/add-source.ts'
import {
  createDeskWorld,
  type DeskCallerName,
  type DeskWorld,
} from '../testing/create-desk-world.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'

const T0 = '2027-01-15T08:00:00.000Z'

describe.each(ENGINES)('fixes of answers on %s', (engine) => {
  let place: StorePlace
  let world: DeskWorld
  let scope: { projectId: string; workspaceId: string; userId: string }
  let threadId: string
  let answerId: string
  let users = 0
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createDeskWorld({ place })
  })
  afterAll(async () => {
    await world.close()
    await place.remove()
  })
  beforeEach(async () => {
    const user = `user-${++users}`
    scope = { projectId: 'shop', workspaceId: user, userId: user }
    ;({ threadId, answerId } = await addConversation())
  })

  async function addConversation(of = scope) {
    const { threads, messages } = world.store
    const { id } = await threads.create(of, { lastMessageAt: T0 })
    const question = await messages.append(of, id, newMessage('Do you wrap gifts?'))
    const answer = newMessage('No idea.', { parent: question.id })
    const content = { role: 'assistant', content: [{ type: 'text', text: 'No idea.' }] }
    const row = await messages.append(of, id, { ...answer, content })
    return { threadId: id, answerId: row.id }
  }

  const begin = (
    way: FixWay,
    as: DeskCallerName = 'editor',
    message = answerId,
    project = 'shop',
  ) =>
    world.call(as, `/projects/${project}/conversations/${threadId}/messages/${message}/fixes`, {
      method: 'POST',
      body: { way },
    })
  const fixes = async (message = answerId): Promise<readonly DeskFix[]> => {
    const answer = await world.call('reader', `/projects/shop/conversations/${threadId}`)
    const { messages } = (await answer.json()) as Conversation
    return messages.find(({ id }) => id === message)!.fixes
  }
  const settings = async (path: string, method = 'GET', body?: object) => {
    const call = { method, ...(body && { body }) }
    const answer = await world.call('editor', `/projects/shop/settings${path}`, call)
    const text = await answer.text()
    return (text === '' ? null : JSON.parse(text)) as ProjectSettings
  }
  async function saveDraft() {
    const { draft, published } = await settings('')
    const body = { revision: draft?.revision ?? null, settings: { suggestions: true } }
    await settings('/draft', 'PUT', body)
    return published?.number ?? null
  }
  async function publish(): Promise<number> {
    const baseNumber = await saveDraft()
    const { revision } = (await settings('')).draft!
    const body = { revision, baseNumber, why: 'tested' }
    return ((await settings('/publish', 'POST', body)) as unknown as { number: number }).number
  }

  test('a fix stands at its message, once until it is published, with its version then', async () => {
    const begun = await begin('answer')
    expect(begun.status).toBe(200)
    const fix = (await begun.json()) as DeskFix
    expect(fix).toMatchObject({ way: 'answer', by: 'editor@shop.example', version: null })
    world.clock.ms += 1_000
    expect(await (await begin('answer', 'owner')).json()).toEqual(fix)
    await begin('prompt')
    expect(await fixes()).toMatchObject([fix, { way: 'prompt', version: null }])

    const number = await publish()
    const version = { number, at: new Date(world.clock.ms).toISOString() }
    expect(await fixes()).toMatchObject([
      { ...fix, version },
      { way: 'prompt', version },
    ])

    // A fix that did not help is followed by another one, and keeps its version.
    world.clock.ms += 1_000
    await begin('answer')
    const all = await fixes()
    expect(all.map(({ way, version: of }) => [way, of?.number])).toEqual([
      ['answer', number],
      ['prompt', number],
      ['answer', undefined],
    ])
    await publish()
    expect((await fixes()).map(({ version: of }) => of?.number)).toEqual([
      number,
      number,
      number + 1,
    ])
  })

  test('two people who begin the same fix at once begin one', async () => {
    await Promise.all([begin('tool'), begin('tool', 'owner'), begin('tool', 'service owner')])
    expect(await fixes()).toMatchObject([{ way: 'tool' }])
  })

  test('a discarded draft forgets its fixes, and published ones stay', async () => {
    await begin('source')
    await publish()
    world.clock.ms += 1_000
    await begin('prompt')
    expect(await fixes()).toHaveLength(2)
    await saveDraft()
    await settings('/draft', 'DELETE')
    expect(await fixes()).toMatchObject([{ way: 'source' }])
  })

  test('an undo is no publish of the draft: its fixes stay in it', async () => {
    const first = await publish()
    const second = await publish()
    await saveDraft()
    await begin('prompt')
    await settings('/undo', 'POST', { number: first, baseNumber: second, why: 'back' })
    expect(await fixes()).toMatchObject([{ way: 'prompt', version: null }])
  })

  test('of one message the newest are kept', async () => {
    for (let n = 0; n < FIXES_MAX + 1; n++) {
      world.clock.ms += 1_000
      await begin('tool')
      await withTables(place, (db) =>
        db
          .updateTable('answer_fixes')
          .set({ version_number: n + 1, published_at: T0 })
          .where('message_id', '=', answerId)
          .where('version_number', 'is', null)
          .execute(),
      )
    }
    const numbers = (await fixes()).map(({ version }) => version?.number)
    expect(numbers).toEqual(Array.from({ length: FIXES_MAX }, (_, index) => index + 2))
  })

  test('readers see fixes and begin none, and other projects see and begin none', async () => {
    expect((await begin('tool', 'reader')).status).toBe(403)
    expect((await begin('tool', 'other owner')).status).toBe(404)
    // The same person in a project of their own, with the ids of this one.
    expect((await begin('tool', 'other owner', answerId, 'other')).status).toBe(404)
    expect((await begin('tool', 'editor', 'msg_absent')).status).toBe(404)
    const wrong = { method: 'POST', body: { way: 'magic' } }
    const path = `/projects/shop/conversations/${threadId}/messages/${answerId}/fixes`
    expect((await world.call('editor', path, wrong)).status).toBe(400)
    expect(await fixes()).toEqual([])
    expect((await begin('tool')).status).toBe(200)
    expect(await fixes()).toHaveLength(1)
  })

  test('a publish of another project leaves them in the draft', async () => {
    await begin('tool')
    const act = { projectId: 'other', by: null, sources: [] }
    await world.store.settings.publishFirst({ ...act, baseNumber: null, why: 'w', settings: {} })
    const revision = await world.store.settings.saveDraft({ ...act, revision: null, settings: {} })
    await world.store.settings.publish({ ...act, revision, baseNumber: 1, why: 'w' })
    expect(await fixes()).toMatchObject([{ version: null }])
  })

  test('a fix stands in the audit log, and goes with its conversation', async () => {
    // The newest act stands first.
    world.clock.ms += 1_000
    await begin('tool')
    const log = await world.call('owner', '/projects/shop/audit')
    const { acts } = (await log.json()) as { acts: object[] }
    expect(acts[0]).toMatchObject({
      act: 'fix.begin',
      target: threadId,
      details: { message: answerId, way: 'tool' },
    })

    const kept = await addConversation({ ...scope, workspaceId: 'kept', userId: 'kept' })
    const gone = threadId
    ;({ threadId, answerId } = kept)
    await begin('tool')
    await world.call('owner', `/projects/shop/conversations/${gone}`, { method: 'DELETE' })
    await withTables(place, async (db) => {
      const left = await db
        .selectFrom('answer_fixes')
        .select('thread_id')
        .where('thread_id', 'in', [gone, threadId])
        .execute()
      expect(left).toEqual([{ thread_id: threadId }])
    })
  })
})
