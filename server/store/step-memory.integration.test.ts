import { beforeEach, describe, expect, inject, test } from 'vitest'
import { createStorePlace, ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { exportRows } from './backup.ts'
import { createScope, newMessage } from './new-rows.test-support.ts'
import { importRows } from './restore.ts'
import { STEP_MEMORY_ROW_BYTES } from './step-memory.ts'
import { openStore, type RunRow, type RunStart, type Scope } from './store.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const LATER = '2027-03-15T08:00:00.000Z'
/** Characters of two and four bytes in UTF-8. */
const MEMORY = '{"steps":["é😀"]}'
const MEMORY_BYTES = STEP_MEMORY_ROW_BYTES + Buffer.byteLength(MEMORY)

const answerOf = (text: string, memory?: string) => ({
  format: 'aui/v0',
  content: { role: 'assistant', content: [{ type: 'text', text }] },
  memory,
})

describe.each(ENGINES)('what only providers read of answers, on %s', (engine) => {
  const { store, place } = withStore(engine, { now: () => new Date(T0) })
  let scope: Scope
  let run: RunRow

  const used = (of = scope) => store.messages.usedBytes(of)
  const start = (turn: RunStart['turn'], thread = 'talk') =>
    store.runs.start(scope, { thread, owner: 'server', leaseUntil: LATER, turn })
  async function read(of = run) {
    return (await store.messages.stepMemories(of.threadId, [of.messageId])).get(of.messageId)
  }

  /** An answer with a memory. */
  beforeEach(async () => {
    scope = createScope()
    const turn = { type: 'submit' as const, ...newMessage('asks'), externalId: 'm' }
    run = (await start(turn)).run
    await store.runs.finish(run, answerOf('One.', MEMORY))
  })

  async function goOn(memory?: string) {
    const { content } = (await store.messages.find(scope, run.threadId, run.messageId))!
    const turn = { type: 'continue' as const, message: run.messageId, content }
    const continued = (await start(turn, run.threadId)).run
    await store.runs.finish(continued, answerOf('One. Two.', memory))
  }

  test('is kept with its answer, and counts with the messages', async () => {
    expect(await read()).toBe(MEMORY)
    const before = await used()

    await goOn(`${MEMORY}more`)
    expect(await read()).toBe(`${MEMORY}more`)
    expect(await used()).toBe(before + ' Two.more'.length)
    await goOn()

    expect(await read()).toBeUndefined()
    expect(await used()).toBe(before + ' Two.'.length - MEMORY_BYTES)
  })

  test('is kept of an answer that was cut off', async () => {
    const cut = (await start({ type: 'regenerate', message: run.messageId }, run.threadId)).run
    await store.runs.interrupt(cut, answerOf('Half', MEMORY))

    expect(await read(cut)).toBe(MEMORY)
  })

  test('goes when a client stores other words under its answer', async () => {
    const before = await used()
    const { content } = answerOf('New.')
    await store.messages.update(scope, run.threadId, run.messageId, content)

    expect(await read()).toBeUndefined()
    expect(await used()).toBe(before - MEMORY_BYTES)
  })

  test.each([
    ['its message', () => store.messages.remove(scope, run.threadId, [run.messageId])],
    ['its thread', () => store.threads.remove(scope, run.threadId)],
    ['its user', () => store.users.erase(scope.projectId, scope.userId)],
  ])('goes with %s', async (_name, remove) => {
    const question = (await store.messages.find(scope, run.threadId, 'm'))!
    await remove()

    expect(await read()).toBeUndefined()
    const left = await store.messages.find(scope, run.threadId, question.id)
    expect(await used()).toBe(left ? 512 + JSON.stringify(left.content).length : 0)
  })

  test('moves with its thread', async () => {
    const to = createScope()
    const before = await used()
    await store.threads.move(scope, to)

    expect(await read()).toBe(MEMORY)
    expect([await used(), await used(to)]).toEqual([0, before])
  })

  test.each(ENGINES)('is in a backup that is restored into %s', async (target) => {
    const restored = await createStorePlace(target, inject('postgresUrl'))
    await importRows(restored, exportRows(place))
    const opened = await openStore({ ...restored, now: () => new Date(T0) })
    const memories = await opened.messages.stepMemories(run.threadId, [run.messageId])
    const bytes = await opened.messages.usedBytes(scope)
    await opened.close()
    await restored.remove()

    expect(memories.get(run.messageId)).toBe(MEMORY)
    expect(bytes).toBe(await used())
  })
})
