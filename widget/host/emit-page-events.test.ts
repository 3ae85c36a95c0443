import { expect, test } from 'vitest'
import type { PageEvent } from '../../shared/bridge/page-event.ts'
import type { SerializedError } from '../../shared/errors.ts'
import { json } from '../api/fake-http.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { draftAtom, sendDraftAtom } from '../composer/atoms/composer.ts'
import { tellShown } from '../conversation/atoms/shown-thread.test-support.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { createChatWorld, KNOWN_VISITOR } from '../world/chat-world.test-support.ts'
import { newThreadAtom } from '../thread-list/atoms/new-thread.ts'
import { noteRowsAtom } from '../world/identity.ts'
import { learnServerFactsAtom, setWantsContentAtom } from '../world/server-facts.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'
import { loadThreadListAtom, switchThreadAtom } from '../thread-list/atoms/shown-list.ts'
import { markUnreadAtom } from '../thread-list/atoms/unread.ts'
import { reportStorage } from './page-commands.ts'
import { emitPageEvents } from './emit-page-events.ts'
import { identifyAtom } from '../world/identify.ts'

async function listen(options: Parameters<typeof createChatWorld>[0] = {}) {
  const world = createChatWorld(options)
  const { store } = world
  await store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  await settle()
  const told: PageEvent[] = []
  const faults: SerializedError[] = []
  const stop = emitPageEvents(store, (event) => told.push(event))
  reportStorage(store, (error) => faults.push(error))
  return { ...world, world, told, faults, stop }
}

const namesOf = (told: readonly PageEvent[]) => told.map(({ name }) => name)

test('a message and its answer are told by ids, lengths and times, and no word of them', async () => {
  const { store, answers, told } = await listen()

  store.set(draftAtom, 'A secret question')
  void store.set(sendDraftAtom)
  await settle()
  expect(namesOf(told)).toEqual(['message:sent', 'response:start'])
  await answers.at(-1)?.send(start('a', 'q'), ...words('A secret answer.'), FINISH)
  await settle()

  expect(told.at(0)?.detail).toMatchObject({
    messageId: expect.any(String),
    length: 17,
    attachments: 0,
  })
  expect(namesOf(told).at(-1)).toBe('response:end')
  expect(told.at(-1)?.detail).toMatchObject({ outcome: 'complete', ms: expect.any(Number) })
  expect(JSON.stringify(told)).not.toContain('secret')
})

test('earlier messages are not reported to a new listener, and no event is repeated', async () => {
  const { store, told } = await listen()
  expect(told).toEqual([])

  tellShown(store, { type: 'run', isRunning: true }, { type: 'run', isRunning: true })
  tellShown(store, { type: 'thread', id: 'thread_1' }, { type: 'thread', id: 'thread_1' })

  expect(told).toEqual([
    { name: 'response:start', detail: { threadId: null } },
    { name: 'thread:change', detail: { threadId: 'thread_1' } },
    { name: 'thread:create', detail: { threadId: 'thread_1' } },
  ])
})

test('text is reported only in a conversation that discloses it, begun after the page asked', async () => {
  const { store, answers, told } = await listen()
  store.set(learnServerFactsAtom, { hostReads: true })
  const say = async (text: string) => {
    store.set(draftAtom, text)
    void store.set(sendDraftAtom)
    await settle()
    await answers.at(-1)?.send(start('a', 'q'), ...words(`${text}? Yes.`), FINISH)
    await settle()
  }
  await say('before')
  store.set(setWantsContentAtom, true)
  await say('still the same')
  expect(JSON.stringify(told)).not.toMatch(/before|still/)

  told.length = 0
  await store.set(newThreadAtom)
  await settle()
  await say('after')
  const contents = told.flatMap(({ detail }) => ('content' in detail ? [detail['content']] : []))
  expect(contents).toEqual([{ text: 'after' }, { text: 'after? Yes.' }])

  told.length = 0
  store.set(setWantsContentAtom, false)
  await say('no more')
  expect(JSON.stringify(told)).not.toContain('no more')
})

test('a title is not told before the conversation has said whether the page reads it', async () => {
  const { store, routes, told } = await listen({ stored: KNOWN_VISITOR })
  store.set(learnServerFactsAtom, { hostReads: true })
  store.set(setWantsContentAtom, true)
  const row = {
    id: 'thread_old',
    title: 'A secret title',
    is_archived: false,
    last_message_at: '2026-11-01T10:00:00.000Z',
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    external_id: null,
    metadata: null,
    project_id: 'p',
    workspace_id: 'w',
  }
  routes.set('GET /threads', () => json(200, { threads: [row] }))
  await store.set(loadThreadListAtom)

  await store.set(switchThreadAtom, 'thread_old')
  await settle()

  expect(namesOf(told)).toContain('thread:title')
  expect(JSON.stringify(told)).not.toContain('secret')
})

test('a call of a tool is told as it goes', async () => {
  const { store, answers, told } = await listen()
  store.set(draftAtom, 'Look')
  void store.set(sendDraftAtom)
  await settle()
  const call = { toolCallId: 'c', toolName: 'look' }
  await answers
    .at(-1)
    ?.send(
      start('a', 'q'),
      { type: 'tool-input-available', ...call, input: { secret: 1 } },
      { type: 'tool-output-available', toolCallId: 'c', output: { secret: 2 } },
      ...words('Done.'),
      FINISH,
    )
  await settle()

  const calls = told.filter(({ name }) => name.startsWith('tool:'))
  expect(calls.at(-1)).toEqual({ name: 'tool:result', detail: { tool: 'look', callId: 'c' } })
  expect(JSON.stringify(told)).not.toContain('secret')
})

test('a network that goes is told, and one that comes back', async () => {
  const { told, world } = await listen()
  for (const isOnline of [false, true]) {
    world.isOnline = isOnline
    for (const listener of world.connectionListeners) listener()
  }

  expect(told).toEqual([
    { name: 'connection', detail: { state: 'offline' } },
    { name: 'connection', detail: { state: 'online' } },
  ])
})

test('unread answers are counted', async () => {
  const { store, told } = await listen()

  store.set(markUnreadAtom, 'thread_2', true)

  expect(told).toEqual([{ name: 'unread', detail: { count: 1 } }])
})

test('an unsubscribed listener is not called', async () => {
  const { store, told, stop } = await listen()

  stop()
  tellShown(store, { type: 'run', isRunning: true })

  expect(told).toEqual([])
})

test('a browser that keeps nothing is told to the page once, with cause and remedy', async () => {
  const refuse = () => {
    throw new DOMException('No.', 'SecurityError')
  }
  const { store, faults } = await listen({
    storage: { getItem: refuse, setItem: refuse, removeItem: refuse },
  })
  expect(faults).toEqual([
    expect.objectContaining({
      code: 'storage_unavailable',
      hint: expect.stringContaining('private window'),
    }),
  ])
  await store.set(identifyAtom, { epoch: 2, mode: 'anonymous' })
  expect(faults).toHaveLength(1)

  const kept = await listen()
  expect(kept.faults).toEqual([])
  kept.store.set(noteRowsAtom, 'memory')
  expect(kept.faults).toHaveLength(1)
})

test('a call of the page’s own tool that waits for the person is told once, a question of it is none', async () => {
  const { store, told } = await listen()
  const ask = (kind: 'approval' | 'input', toolCallId: string) => ({
    kind,
    toolCallId,
    toolName: 'buy',
    payload: null,
  })

  const first = ask('approval', 'a')
  tellShown(store, { type: 'human-requests', requests: [first] })
  tellShown(store, { type: 'human-requests', requests: [first, ask('input', 'b')] })
  tellShown(store, { type: 'human-requests', requests: [] })

  expect(told).toEqual([{ name: 'tool:approval', detail: { tool: 'buy', callId: 'a' } }])
})
