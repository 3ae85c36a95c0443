import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { createRowId } from '../../shared/ids.ts'
import { withStore } from '../testing/with-store.ts'
import type { RunStart, Scope } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const LEASE = '2027-01-15T08:00:10.000Z'
const FORMAT = 'aui/v0'
const answer = { format: FORMAT, content: { role: 'assistant', content: [] } }

const createScope = (): Scope => ({
  projectId: 'default',
  workspaceId: randomUUID(),
  userId: 'user',
})

type Submit = Extract<RunStart['turn'], { type: 'submit' }>

const submit = (thread: string, externalId: string, rest: Partial<Submit> = {}): RunStart => ({
  thread,
  owner: 'me',
  leaseUntil: LEASE,
  turn: {
    type: 'submit',
    parent: null,
    externalId,
    format: FORMAT,
    content: { role: 'user', content: [{ type: 'text', text: externalId }] },
    ...rest,
  },
})

const regenerate = (thread: string, message: string): RunStart => ({
  thread,
  owner: 'me',
  leaseUntil: LEASE,
  turn: { type: 'regenerate', message },
})

describe.each(ENGINES)('starting a run on %s', (engine) => {
  const { store } = withStore(engine, { now: () => new Date(T0) })

  test('makes the thread that is unknown, saves the user message, opens the run', async () => {
    const scope = createScope()

    const { run, thread, userMessage } = await store.runs.start(scope, submit('local', 'u1'))

    expect(thread).toMatchObject({ externalId: 'local', title: null, lastMessageAt: T0 })
    expect(userMessage).toMatchObject({ threadId: thread.id, parentId: null, externalId: 'u1' })
    expect(run).toMatchObject({
      scope,
      threadId: thread.id,
      parentId: userMessage.id,
      startedAt: T0,
    })
    expect(run.ownsUserMessage).toBe(true)
    expect(run.messageId).toMatch(/^msg_\w{24}$/)
    expect(await store.threads.find(scope, 'local')).toEqual(thread)
    expect(await store.runs.findActive(scope, thread.id)).toEqual(run)
  })

  test('takes a known thread by row id and by external_id', async () => {
    const scope = createScope()
    const thread = await store.threads.create(scope, { externalId: 'ext', lastMessageAt: T0 })

    const first = await store.runs.start(scope, submit(thread.id, 'u1'))
    await store.runs.finish(first.run, answer)
    const second = await store.runs.start(
      scope,
      submit('ext', 'u2', { parent: first.run.messageId }),
    )

    expect(first.thread.id).toBe(thread.id)
    expect(second.thread.id).toBe(thread.id)
    expect(second.userMessage).toMatchObject({ parentId: first.run.messageId, height: 2 })
  })

  test.each([
    ['of a thread of another workspace', async (owner: Scope) => (await createThread(owner)).id],
    ['of a thread that is gone', async (_: Scope, scope: Scope) => await deleteThread(scope)],
    ['that nobody has', async () => createRowId('thread')],
  ])('the row id %s makes no thread (R30)', async (_, nameOf) => {
    const [owner, scope] = [createScope(), createScope()]
    const name = await nameOf(owner, scope)

    await expect(store.runs.start(scope, submit(name, 'u1'))).rejects.toMatchObject({
      code: 'not_found',
    })

    expect(await store.threads.list(scope, { limit: 9 })).toEqual([])
    // The control: a name of another form creates one.
    const { thread } = await store.runs.start(scope, submit(`${name}_`, 'u1'))
    expect(thread.externalId).toBe(`${name}_`)
  })

  const createThread = (scope: Scope) => store.threads.create(scope, { lastMessageAt: T0 })
  async function deleteThread(scope: Scope): Promise<string> {
    const { id } = await createThread(scope)
    await store.threads.remove(scope, id)
    return id
  }

  test.each([
    ['in a known thread', true],
    ['that would each make the thread', false],
  ])('of 20 starts at once %s, one wins and 19 learn which run is active', async (_, isKnown) => {
    const scope = createScope()
    if (isKnown) await store.threads.create(scope, { externalId: 'busy', lastMessageAt: T0 })

    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_none, index) =>
        store.runs.start(scope, submit('busy', `u${index}`)),
      ),
    )

    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(won).toHaveLength(1)
    const { run } = won[0]!
    for (const error of lost) {
      expect(error).toMatchObject({
        code: 'run_active',
        data: { runId: run.id, messageId: run.messageId },
      })
    }
    // The losing call left nothing behind.
    expect(await store.threads.list(scope, { limit: 9 })).toHaveLength(1)
    expect(await readRows(store.messages.list(scope, run.threadId, { limit: 99 }))).toHaveLength(1)
  })

  test('a message sent again is kept, and belongs to the run that saved it', async () => {
    const scope = createScope()
    const first = await store.runs.start(scope, submit('t', 'u1'))
    await store.runs.finish(first.run, answer)

    const byName = await store.runs.start(scope, submit('t', 'u1'))
    await store.runs.finish(byName.run, answer)
    const byRow = await store.runs.start(
      scope,
      submit('t', first.userMessage.id, { content: first.userMessage.content }),
    )

    expect(byName.userMessage).toEqual(first.userMessage)
    expect(byName.run.ownsUserMessage).toBe(false)
    expect(byRow.userMessage).toEqual(first.userMessage)
  })

  test('a known message with other content is refused, and opens no run', async () => {
    const scope = createScope()
    const first = await store.runs.start(scope, submit('t', 'u1'))
    await store.runs.finish(first.run, answer)
    const changed = { role: 'user', content: [{ type: 'text', text: 'other' }] }

    await expect(
      store.runs.start(scope, submit('t', 'u1', { content: changed })),
    ).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    await expect(
      store.runs.start(scope, submit('t', 'u1', { format: 'ai-sdk/v6' })),
    ).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    expect(await store.runs.findActive(scope, first.thread.id)).toBeUndefined()
    expect(await store.messages.find(scope, first.thread.id, 'u1')).toEqual(first.userMessage)
  })

  test('an unknown parent is refused, and the thread is not made either', async () => {
    const scope = createScope()

    await expect(
      store.runs.start(scope, submit('t', 'u1', { parent: 'nobody' })),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Parent message not found in thread',
    })
    expect(await store.threads.find(scope, 't')).toBeUndefined()
  })

  test('an answer below an answer cannot be made again', async () => {
    const scope = createScope()
    const { run, thread } = await store.runs.start(scope, submit('t', 'u1'))
    await store.runs.finish(run, answer)
    const below = { parent: run.messageId, externalId: 'below', ...answer }
    await store.messages.append(scope, thread.id, below)

    await expect(store.runs.start(scope, regenerate('t', 'below'))).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'This message answers nothing: it cannot be made again.',
    })
    const again = await store.runs.start(scope, regenerate('t', run.messageId))
    expect(again.run.parentId).toBe(run.parentId)
  })

  test('an answer made again is a sibling, whether it or its user message is named', async () => {
    const scope = createScope()
    const first = await store.runs.start(scope, submit('t', 'u1'))
    await store.runs.finish(first.run, answer)

    for (const name of [first.run.messageId, first.userMessage.id, 'u1']) {
      const again = await store.runs.start(scope, regenerate('t', name))
      expect(again.userMessage).toEqual(first.userMessage)
      expect(again.run).toMatchObject({ parentId: first.userMessage.id, ownsUserMessage: false })
      await store.runs.finish(again.run, answer)
    }

    const rows = await readRows(store.messages.list(scope, first.thread.id, { limit: 9 }))
    expect(rows.map((row) => row.parentId)).toEqual([
      ...Array.from({ length: 4 }, () => first.userMessage.id),
      null,
    ])
  })

  test('what is not there cannot be made again', async () => {
    const scope = createScope()
    const first = await store.runs.start(scope, submit('t', 'u1'))
    await store.runs.finish(first.run, answer)
    const root = await store.messages.append(scope, first.thread.id, {
      parent: null,
      externalId: 'welcome',
      ...answer,
    })

    const start = (thread: string, message: string, as = scope) =>
      store.runs.start(as, regenerate(thread, message))
    await expect(start('t', 'nobody')).rejects.toMatchObject({ code: 'not_found' })
    await expect(start('nowhere', first.run.messageId)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Thread not found',
    })
    await expect(start(first.thread.id, first.run.messageId, createScope())).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(start('t', root.id)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await store.threads.find(scope, 'nowhere')).toBeUndefined()
    expect((await start('t', first.run.messageId)).run.parentId).toBe(first.userMessage.id)
  })
})
