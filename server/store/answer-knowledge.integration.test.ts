import { beforeEach, describe, expect, inject, test } from 'vitest'
import { createStorePlace, ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { ANSWER_KNOWLEDGE_ROW_BYTES, UNANSWERED_MOST } from './answer-knowledge.ts'
import { exportRows } from './backup.ts'
import { createScope, newMessage } from './new-rows.test-support.ts'
import { importRows } from './restore.ts'
import { openStore, type RunRow, type RunStart, type Scope } from './store.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const LATER = '2027-03-15T08:00:00.000Z'
/** Characters of two and four bytes in UTF-8. */
const DATA = '{"uses":["é😀"],"cited":[]}'
const USED = { isUnanswered: true, data: DATA }
const USED_BYTES = ANSWER_KNOWLEDGE_ROW_BYTES + Buffer.byteLength(DATA)

const answerOf = (text: string, knowledge?: typeof USED) => ({
  format: 'aui/v0',
  content: { role: 'assistant', content: [{ type: 'text', text }] },
  knowledge,
})

describe.each(ENGINES)('how answers used the owner’s pages, on %s', (engine) => {
  let ms = Date.parse(T0)
  let projects = 0
  const { store, place } = withStore(engine, { now: () => new Date(ms) })
  let scope: Scope
  let run: RunRow

  const used = (of = scope) => store.messages.usedBytes(of)
  const start = (turn: RunStart['turn'], thread = 'talk') =>
    store.runs.start(scope, { thread, owner: 'server', leaseUntil: LATER, turn })
  async function answer(thread: string, knowledge?: typeof USED) {
    const turn = { type: 'submit' as const, ...newMessage('asks'), externalId: `m ${thread}` }
    const started = (await start(turn, thread)).run
    await store.runs.finish(started, answerOf('One.', knowledge))
    return started
  }
  const read = (of = run) => store.messages.usedByRun(scope.projectId, of.id)
  const unanswered = (limit = 10, before?: { createdAt: string; messageId: string }) =>
    store.messages.unanswered(scope.projectId, { limit, before })

  beforeEach(async () => {
    scope = { ...createScope(), projectId: `project-${(projects += 1)}` }
    run = await answer('talk', USED)
  })

  test('are found by their run, in their project alone, and count with the messages', async () => {
    expect(await read()).toEqual({
      ...USED,
      threadId: run.threadId,
      messageId: run.messageId,
      workspaceId: scope.workspaceId,
      createdAt: new Date(ms).toISOString(),
    })
    expect(await store.messages.usedByRun('other', run.id)).toBeUndefined()
    const before = await used()
    const { content } = (await store.messages.find(scope, run.threadId, run.messageId))!
    const turn = { type: 'continue' as const, message: run.messageId, content }
    const continued = (await start(turn, run.threadId)).run
    await store.runs.finish(continued, answerOf('One.'))

    expect(await read()).toBeUndefined()
    expect(await used()).toBe(before - USED_BYTES)
  })

  test('without a finding are listed, the newest first, in pages', async () => {
    ms += 1_000
    const second = await answer('second', USED)
    ms += 1_000
    await answer('third', { ...USED, isUnanswered: false })

    const all = await unanswered()
    expect(all.map(({ messageId }) => messageId)).toEqual([second.messageId, run.messageId])
    expect(await unanswered(1)).toEqual(all.slice(0, 1))
    expect(await unanswered(1, all[0])).toEqual(all.slice(1))
    expect(await unanswered(UNANSWERED_MOST + 1, all[1])).toEqual([])
  })

  test.each([
    ['their message', () => store.messages.remove(scope, run.threadId, [run.messageId])],
    ['their thread', () => store.threads.remove(scope, run.threadId)],
    ['their user', () => store.users.erase(scope.projectId, scope.userId)],
  ])('go with %s', async (_name, remove) => {
    await remove()
    expect(await unanswered()).toEqual([])
  })

  test('stay when a client stores other words under the answer, and move with its thread', async () => {
    await store.messages.update(scope, run.threadId, run.messageId, answerOf('New.').content)
    const to = { ...createScope(), projectId: scope.projectId }
    const before = await used()
    await store.threads.move(scope, to)

    expect(await read()).toMatchObject({ ...USED, workspaceId: to.workspaceId })
    expect([await used(), await used(to)]).toEqual([0, before])
  })

  test('are in a backup', async () => {
    const restored = await createStorePlace('sqlite', inject('postgresUrl'))
    await importRows(restored, exportRows(place))
    const opened = await openStore({ ...restored, now: () => new Date(ms) })
    const found = await opened.messages.usedByRun(scope.projectId, run.id)
    await opened.close()
    await restored.remove()
    expect(found).toMatchObject(USED)
  })
})
