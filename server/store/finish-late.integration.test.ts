import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import type { RunStart, Scope } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const FORMAT = 'aui/v0'
const asAnswer = (text: string) => ({
  format: FORMAT,
  content: { role: 'assistant', content: [{ type: 'text', text }] },
})
const WHOLE = asAnswer('Whole and found')
const HALF = asAnswer('Half')
const asMessage = (parent: string | null) => ({
  parent,
  externalId: randomUUID(),
  format: FORMAT,
  content: { role: 'user', content: [{ type: 'text', text: 'asks' }] },
})

describe.each(ENGINES)('an answer whose process slept on %s', (engine) => {
  let now: number
  const { store } = withStore(engine, { now: () => new Date(now) })
  beforeEach(() => {
    now = Date.parse('2027-01-15T08:00:00.000Z')
  })

  const start = (scope: Scope, turn: RunStart['turn']) =>
    store.runs.start(scope, { thread: 'talk', owner: randomUUID(), leaseUntil: '2027', turn })

  /** A run that another process took for dead: its answer is interrupted. */
  async function createInterrupted() {
    const scope: Scope = { projectId: 'default', workspaceId: randomUUID(), userId: 'user' }
    const started = await start(scope, { type: 'submit', ...asMessage(null) })
    now += 12_000
    expect(await store.runs.interrupt(started.run, HALF)).toBe(true)
    now += 3_000
    const saved = () => store.messages.find(scope, started.thread.id, started.run.messageId)
    return { ...started, scope, threadId: started.thread.id, saved }
  }

  test('takes the place of the interrupted one, once, and is found by its words (R07)', async () => {
    const { run, scope, saved } = await createInterrupted()
    const before = (await saved())!

    expect(await store.runs.finish(run, WHOLE)).toBe(true)

    const updatedAt = new Date(now).toISOString()
    expect(await saved()).toEqual({ ...before, ...WHOLE, updatedAt })
    const found = async (query: string) =>
      (await store.threads.search(scope, { text: query, limit: 9 })).length
    expect([await found('whole'), await found('half')]).toEqual([1, 0])
    // Its acknowledgement was lost: the same answer is stored already, whatever followed it.
    now += 1_000
    expect(await store.runs.finish(run, WHOLE)).toBe(true)
    expect((await saved())!.updatedAt).toBe(updatedAt)
  })

  test('stays interrupted when a message follows it', async () => {
    const { run, scope, threadId, saved } = await createInterrupted()
    await store.messages.append(scope, threadId, asMessage(run.messageId))
    const before = await saved()

    expect(await store.runs.finish(run, WHOLE)).toBe(false)
    expect(await saved()).toEqual(before)
  })

  test('stays interrupted when it is made again, or was', async () => {
    const { run, scope, saved } = await createInterrupted()
    const again = await start(scope, { type: 'regenerate', message: run.messageId })

    expect(await store.runs.finish(run, WHOLE)).toBe(false)
    await store.runs.finish(again.run, WHOLE)
    expect(await store.runs.finish(run, asAnswer('Another'))).toBe(false)
    expect(await saved()).toMatchObject(HALF)
  })

  test('stays as it is when somebody changed or removed it', async () => {
    const changed = await createInterrupted()
    const own = { role: 'assistant', content: [{ type: 'text', text: 'Corrected' }] }
    await store.messages.update(changed.scope, changed.threadId, changed.run.messageId, own)
    const removed = await createInterrupted()
    await store.messages.remove(removed.scope, removed.threadId, [removed.run.messageId])

    for (const { run } of [changed, removed]) {
      expect(await store.runs.finish(run, WHOLE)).toBe(false)
    }
    expect(await changed.saved()).toMatchObject({ content: own })
    expect(await removed.saved()).toBeUndefined()
  })

  test('stays interrupted when somebody asked for a stop', async () => {
    const scope: Scope = { projectId: 'default', workspaceId: randomUUID(), userId: 'user' }
    const { run, thread } = await start(scope, { type: 'submit', ...asMessage(null) })
    await store.runs.requestStop(run.id)
    await store.runs.interrupt(run, HALF)

    expect(await store.runs.finish(run, WHOLE)).toBe(false)
    expect(await store.messages.find(scope, thread.id, run.messageId)).toMatchObject(HALF)
  })

  test('is whole in an answer that went on as well', async () => {
    const { run, scope, threadId, saved } = await createInterrupted()
    const turn = { type: 'continue', message: run.messageId, content: HALF.content } as const
    const next = await start(scope, turn)
    now += 12_000
    await store.runs.interrupt(next.run, asAnswer('Half, and a little'))
    now += 3_000

    expect(await store.runs.finish(run, asAnswer('What the first one said'))).toBe(false)
    expect(await store.runs.finish(next.run, WHOLE)).toBe(true)
    expect(await saved()).toMatchObject(WHOLE)
    expect(await readRows(store.messages.list(scope, threadId, { limit: 9 }))).toHaveLength(2)
  })

  test('of a finish and an interruption at once, the finish stands', async () => {
    const scope: Scope = { projectId: 'default', workspaceId: randomUUID(), userId: 'user' }
    const { run, thread } = await start(scope, { type: 'submit', ...asMessage(null) })

    const [isThere] = await Promise.all([
      store.runs.finish(run, WHOLE),
      ...Array.from({ length: 10 }, () => store.runs.interrupt(run, HALF)),
    ])

    expect(isThere).toBe(true)
    expect(await store.messages.find(scope, thread.id, run.messageId)).toMatchObject(WHOLE)
  })
})
