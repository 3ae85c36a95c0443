import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { createScope, newMessage, strangersOf } from './new-rows.test-support.ts'
import type { RunStart, Scope } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'
const FORMAT = 'aui/v0'
const HALF = { role: 'assistant', content: ['half'] }
const WHOLE = { role: 'assistant', content: ['half', 'whole'] }
const SETUP = { thread: 't', owner: 'me', leaseUntil: T1 }

const goOn = (message: string, content = HALF): RunStart => ({
  ...SETUP,
  turn: { type: 'continue', message, content },
})

describe.each(ENGINES)('an answer that goes on, on %s', (engine) => {
  let now = T0
  const { store } = withStore(engine, { now: () => new Date(now) })

  /** A turn with half an answer. */
  async function createTurn(scope: Scope = createScope()) {
    now = T0
    const { run, thread, userMessage } = await store.runs.start(scope, {
      ...SETUP,
      turn: { type: 'submit', ...newMessage('asks'), externalId: 'u' },
    })
    await store.runs.finish(run, { format: FORMAT, content: HALF })
    return { scope, threadId: thread.id, userMessage, answerId: run.messageId }
  }

  const rowsOf = (scope: Scope, threadId: string) =>
    readRows(store.messages.list(scope, threadId, { limit: 9 }))

  test('keeps its row and its parent, and takes the row’s place at the end', async () => {
    const { scope, threadId, userMessage, answerId } = await createTurn()
    const [before] = await rowsOf(scope, threadId)
    now = T1

    const { run, thread, userMessage: asked } = await store.runs.start(scope, goOn(answerId))

    expect(run).toMatchObject({ messageId: answerId, parentId: userMessage.id })
    expect(run).toMatchObject({ ownsUserMessage: false, continuesMessage: true })
    expect(asked).toEqual(userMessage)
    expect(thread.id).toBe(threadId)
    expect(await store.runs.findActive(scope, threadId)).toEqual(run)
    await store.runs.finish(run, { format: FORMAT, content: WHOLE })
    await store.runs.interrupt(run, { format: FORMAT, content: HALF })
    expect(await rowsOf(scope, threadId)).toEqual([
      { ...before, content: WHOLE, origin: 'server', updatedAt: T1 },
      userMessage,
    ])
    expect(await store.threads.find(scope, threadId)).toMatchObject({ lastMessageAt: T1 })
    // The next time it continues from there.
    expect((await store.runs.start(scope, goOn(answerId, WHOLE))).run.messageId).toBe(answerId)
  })

  test('of 20 starts at once one wins, and 19 learn which run is active', async () => {
    const { scope, answerId } = await createTurn()

    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => store.runs.start(scope, goOn(answerId))),
    )

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      expect(result.reason).toMatchObject({ code: 'run_active', data: { messageId: answerId } })
    }
  })

  test('taken back, it leaves every row as it was', async () => {
    const { scope, threadId, answerId } = await createTurn()
    const before = await rowsOf(scope, threadId)
    const { run } = await store.runs.start(scope, goOn(answerId))

    expect(await store.runs.takeBack(run)).toEqual([])

    expect(await rowsOf(scope, threadId)).toEqual(before)
    expect(await store.runs.findActive(scope, threadId)).toBeUndefined()
  })

  test('what changed since it was looked at does not go on', async () => {
    const { scope, threadId, answerId } = await createTurn()

    await expect(store.runs.start(scope, goOn(answerId, WHOLE))).rejects.toMatchObject({
      code: 'conflict',
    })

    expect(await store.runs.findActive(scope, threadId)).toBeUndefined()
    expect((await store.runs.start(scope, goOn(answerId))).run.continuesMessage).toBe(true)
  })

  test('a client’s row does not go on, and neither does one that a client changed', async () => {
    const { scope, threadId, userMessage, answerId } = await createTurn()
    const own = await store.messages.append(scope, threadId, {
      parent: userMessage.id,
      externalId: 'forged',
      format: FORMAT,
      content: HALF,
    })
    await expect(store.runs.start(scope, goOn(own.id))).rejects.toMatchObject({ code: 'conflict' })
    await expect(store.runs.start(scope, goOn('forged'))).rejects.toMatchObject({
      code: 'conflict',
    })

    // The same words again are not a change.
    await store.messages.update(scope, threadId, answerId, HALF)
    const { run } = await store.runs.start(scope, goOn(answerId))
    await store.runs.takeBack(run)
    await store.messages.update(scope, threadId, answerId, WHOLE)
    await store.messages.update(scope, threadId, answerId, HALF)

    await expect(store.runs.start(scope, goOn(answerId))).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('an answer that the talk has left behind does not go on', async () => {
    const { scope, threadId, answerId } = await createTurn()
    const next = await store.messages.append(
      scope,
      threadId,
      newMessage('next', { parent: answerId }),
    )

    await expect(store.runs.start(scope, goOn(answerId))).rejects.toMatchObject({
      code: 'conflict',
    })

    await store.messages.remove(scope, threadId, [next.id])
    expect((await store.runs.start(scope, goOn(answerId))).run.messageId).toBe(answerId)
  })

  test('an answer without its question does not go on', async () => {
    const { scope, threadId, userMessage, answerId } = await createTurn()
    await store.messages.remove(scope, threadId, [userMessage.id])

    await expect(store.runs.start(scope, goOn(answerId))).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('strangers find nothing to go on with, and make no thread', async () => {
    const { scope, answerId } = await createTurn()

    for (const stranger of strangersOf(scope)) {
      await expect(store.runs.start(stranger, goOn(answerId))).rejects.toMatchObject({
        code: 'not_found',
      })
      expect(await store.threads.find(stranger, 't')).toBeUndefined()
      await createTurn(stranger)
      await expect(store.runs.start(stranger, goOn(answerId))).rejects.toMatchObject({
        code: 'not_found',
      })
    }
    expect((await store.runs.start(scope, goOn(answerId))).run.messageId).toBe(answerId)
  })

  test('while it goes on, its row is neither changed nor removed', async () => {
    const { scope, threadId, userMessage, answerId } = await createTurn()
    const { run } = await store.runs.start(scope, goOn(answerId))
    const isActive = { code: 'run_active', data: { runId: run.id, messageId: answerId } }

    await expect(store.messages.update(scope, threadId, answerId, WHOLE)).rejects.toMatchObject(
      isActive,
    )
    await expect(store.messages.remove(scope, threadId, [answerId])).rejects.toMatchObject(isActive)
    await expect(store.messages.remove(scope, threadId, [userMessage.id])).rejects.toMatchObject(
      isActive,
    )

    await store.runs.takeBack(run)
    await store.messages.update(scope, threadId, answerId, WHOLE)
    expect(await store.messages.remove(scope, threadId, [answerId])).toBe(1)
  })

  test('goes on in the workspace that its thread has moved to', async () => {
    const { scope, threadId, answerId } = await createTurn()
    const { run } = await store.runs.start(scope, goOn(answerId))
    const to = { ...scope, workspaceId: `${scope.workspaceId} 2` }
    await store.threads.move(scope, to)

    await store.runs.finish(run, { format: FORMAT, content: WHOLE })

    expect(await store.messages.find(to, threadId, answerId)).toMatchObject({
      content: WHOLE,
      origin: 'server',
    })
    expect(await store.runs.findActive(to, threadId)).toBeUndefined()
  })
})
