import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { createLocalThreadId } from '../../shared/ids.ts'
import { messageText, type Message } from '../../shared/thread/message.ts'
import { createCloudClient } from '../cloud/create-cloud-client.ts'
import { createFakeStorage } from '../cloud/fake-tokens.test-support.ts'
import { createNodeWorld } from '../cloud/node-world.test-support.ts'
import { chooseTransport, type AnswerSource } from './choose-transport.ts'
import { createThreadSession } from './create-thread-session.ts'
import type { ThreadChange } from './thread-change.ts'

let base: string
let stop: () => Promise<unknown>
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-session-'))
  const alcove = await startAlcove({ env: {}, dataDir })
  base = `http://127.0.0.1:${alcove.port}`
  stop = async () => {
    await alcove.stop()
    await rm(dataDir, { recursive: true })
  }
})
afterAll(() => stop())

/** A thread of one visitor on the real server. */
function openThread(answers: AnswerSource, storage = createFakeStorage(), threadId?: string) {
  const clientWorld = createNodeWorld(base, storage)
  const cloud = createCloudClient({ anonymous: true }, clientWorld)
  const messages = new Map<string, Message>()
  const failures: unknown[] = []
  let ids: readonly string[] = []
  const branches = new Map<string, readonly string[]>()
  let thread = threadId ?? ''
  let settled = Promise.withResolvers<void>()

  function onChange(change: ThreadChange) {
    if (change.type === 'path') ids = change.ids
    if (change.type === 'message') messages.set(change.message.id, change.message)
    if (change.type === 'branches') branches.set(change.id, change.ids)
    if (change.type === 'thread') thread = change.id
    if (change.type === 'failure') failures.push(change.error)
    if (change.type === 'run' && change.isRunning) settled = Promise.withResolvers()
    if (change.type === 'run' && !change.isRunning) settled.resolve()
  }

  const session = createThreadSession({
    cloud,
    clock: clientWorld.clock,
    pace: { isImmediate: () => true, subscribe: () => () => {} },
    threadId: threadId ?? createLocalThreadId(),
    isNew: threadId === undefined,
    transport: chooseTransport(answers, { ...clientWorld, cloud }),
    onChange,
  })
  const path = () => ids.flatMap((id) => messages.get(id) ?? [])
  return {
    session,
    cloud,
    failures,
    path,
    id: (index: number) => ids[index] ?? '',
    thread: () => thread,
    texts: () => path().map(messageText),
    siblings: (index: number) => branches.get(ids[index] ?? '')?.length ?? 1,
    ended: () => settled.promise,
  }
}

test.each<[string, AnswerSource]>([
  ['our chat call', { type: 'chat' }],
  ['an assistant', { type: 'assistant', assistantId: 'default' }],
])(
  'an edit and a reload through %s are branches after a reload of the page',
  async (_, answers) => {
    const storage = createFakeStorage()
    const talk = openThread(answers, storage)
    talk.session.send({ text: 'First question' })
    await talk.ended()
    talk.session.reload(talk.id(1))
    await talk.ended()
    expect(talk.siblings(1)).toBe(2)
    talk.session.edit(talk.id(0), { text: 'Other question' })
    await talk.ended()
    expect(talk.siblings(0)).toBe(2)
    expect(talk.texts()[0]).toBe('Other question')
    expect(talk.texts()[1]?.length).toBeGreaterThan(0)
    const shown = talk.texts()
    // A frame that keeps the thread itself is not done with the last word.
    await expect
      .poll(async () => {
        const page = await talk.cloud.messages(talk.thread(), null, AbortSignal.timeout(5_000))
        return page.rows.length
      })
      .toBe(5)
    expect(talk.failures).toEqual([])

    const again = openThread(answers, storage, talk.thread())
    await again.session.load()

    expect(again.texts()).toEqual(shown)
    expect(again.siblings(0)).toBe(2)
    expect(again.failures).toEqual([])
  },
)
