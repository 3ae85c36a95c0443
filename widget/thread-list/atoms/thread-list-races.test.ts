// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../../api/fake-http.test-support.ts'
import { tokenFor } from '../../api/fake-tokens.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { draftAtom, sendTextAtom, stopAtom } from '../../composer/atoms/composer.ts'
import {
  conversationsAtom,
  historyStateAtom,
  isRunningAtom,
} from '../../conversation/atoms/conversations.ts'
import { HIDDEN_IDLE_MAX, HIDDEN_RUNS_MAX } from './open-threads.ts'
import { FINISH, start, words } from '../../conversation/fake-cloud.test-support.ts'
import { STREAM_REST_MS } from '../../conversation/read-stream.ts'
import { depsOf, provideDepsAtom } from '../../world/chat-deps.ts'
import {
  createChatWorld,
  KNOWN_VISITOR,
  storedRow,
  type OpenAnswer,
} from '../../world/chat-world.test-support.ts'
import { noticesAtom } from '../../world/failures.ts'
import { setPanelAtom } from './opening.ts'
import { serveThreads } from '../../world/stored-threads.test-support.ts'
import {
  archiveThreadAtom,
  deleteThreadAtom,
  loadThreadListAtom,
  mainThreadAtom,
  newThreadAtom,
  renameThreadAtom,
  switchThreadAtom,
  threadListAtom,
} from './shown-list.ts'
import { unreadCountAtom } from './unread.ts'
import { identifyAtom } from '../../world/identify.ts'

const ENDPOINT = 'https://chat.example/v1/own'

/** Threads `a`, `b`, …; the first one is shown, and the list is loaded. */
async function openList(ids: readonly string[] = ['a', 'b'], hasEndpoint = false) {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  const { store } = world
  if (hasEndpoint) {
    const deps = depsOf(store.get)
    store.set(provideDepsAtom, { ...deps, answers: { type: 'endpoint', url: ENDPOINT } })
  }
  const server = serveThreads(world)
  for (const id of ids) server.add(id)
  await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  await store.set(loadThreadListAtom)
  const titles = () => store.get(threadListAtom).regular.map(({ title, id }) => title ?? id)
  return { world, server, store, titles, main: () => store.get(mainThreadAtom) }
}

type Chat = Awaited<ReturnType<typeof openList>>

async function send({ store, world }: Chat, text: string, thread: string): Promise<OpenAnswer> {
  const before = world.answers.length
  await store.set(sendTextAtom, text)
  await settle()
  const answer = world.answers[before]
  if (!answer) throw new Error('Nothing was sent.')
  await answer.send(start(`a_${thread}`, `q_${thread}`, thread), ...words(`On ${thread}`))
  return answer
}

const more = (text: string) => ({ type: 'text-delta', id: 't1', delta: text }) as const

/** A server that makes threads, and returns the messages that are saved there. */
function keepMessages({ routes }: Chat['world']) {
  routes.set('POST /threads', ({ body }) => {
    const { external_id: name } = body as { external_id: string }
    const path = `/threads/row_of_${name}`
    const rows: object[] = []
    routes.set(`GET ${path}/messages`, () => json(200, { messages: rows.toReversed() }))
    routes.set(`POST ${path}/messages`, (request) => {
      const id = `${name}_${rows.length}`
      rows.push({ ...storedRow(id, null, 'user', ''), ...(request.body as object), id })
      return json(201, { message_id: id })
    })
    return json(201, { thread_id: `row_of_${name}` })
  })
}

test('two answers at once go on and end each in its own thread', async () => {
  const chat = await openList()
  const { world, store } = chat
  const one = await send(chat, 'First', 'a')
  await store.set(switchThreadAtom, 'b')
  const two = await send(chat, 'Second', 'b')

  await one.send(more('!'), FINISH)
  await two.send(more('?'), FINISH)

  expect(world.lines.slice(-2)).toEqual(['user: Second', 'assistant: On b?'])
  await store.set(switchThreadAtom, 'a')
  // Its server stores the answer, so a reload shows the server's state.
  expect(world.lines.join()).not.toContain('Second')
})

test('a site’s own endpoint: messages are saved in the thread they were sent in', async () => {
  const chat = await openList(['z'], true)
  const { world, store } = chat
  keepMessages(world)
  await store.set(newThreadAtom)
  const first = chat.main().id
  await store.set(sendTextAtom, 'First')
  await expect.poll(() => world.answers).toHaveLength(1)
  await store.set(newThreadAtom)
  const second = chat.main().id
  await store.set(sendTextAtom, 'Second')
  await expect.poll(() => world.answers).toHaveLength(2)
  const [one, two] = world.answers

  await two?.send({ type: 'start' }, ...words('To the second'), FINISH)
  await one?.send({ type: 'start' }, ...words('To the first'), FINISH)
  await world.clock.advance(STREAM_REST_MS)
  const saved = () =>
    world.http.sent
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))
      .map(({ path, body }) => `${path.split('/')[2]} ${JSON.stringify(body)}`)

  await expect.poll(saved).toHaveLength(4)
  for (const line of saved()) {
    const isFirst = line.startsWith(`row_of_${first} `)
    expect(isFirst || line.startsWith(`row_of_${second} `)).toBe(true)
    expect(/First|To the first/.test(line)).toBe(isFirst)
  }
  // Only this tab has them, so both threads are still open.
  await store.set(switchThreadAtom, first)
  expect(world.lines).toEqual(['user: First', 'assistant: To the first'])
})

test('history that comes late is not shown in another thread', async () => {
  const { world, server, store } = await openList()
  const release = server.hold('MESSAGES b')
  const switching = store.set(switchThreadAtom, 'b')
  await settle()
  expect(store.get(historyStateAtom)).toBe('loading')
  await store.set(newThreadAtom)

  release()
  await switching
  expect(world.lines).toEqual([])
  expect(store.get(historyStateAtom)).toBe('ready')
  await store.set(switchThreadAtom, 'b')
  expect(world.lines).toHaveLength(2)
})

test('coming back to a thread that runs loads nothing over its answer', async () => {
  const chat = await openList()
  const { world, store } = chat
  const answer = await send(chat, 'More', 'a')
  await store.set(switchThreadAtom, 'b')
  const loads = () => world.http.to('GET /threads/a/messages').length
  const before = loads()

  await store.set(switchThreadAtom, 'a')
  await answer.send(more('!'), FINISH)

  expect(loads()).toBe(before)
  expect(world.lines.slice(-2)).toEqual(['user: More', 'assistant: On a!'])
})

test('a thread that is deleted while it runs does not come back with a late word', async () => {
  const chat = await openList()
  const { world, store } = chat
  const answer = await send(chat, 'More', 'a')
  await store.set(switchThreadAtom, 'b')

  await store.set(deleteThreadAtom, 'a')
  await answer.send(more('late'), FINISH).catch(() => {})

  expect(world.http.to('POST /chat')[0]?.signal.aborted).toBe(true)
  expect(chat.titles()).toEqual(['B'])
  expect(store.get(unreadCountAtom)).toBe(0)
  expect(world.lines[0]).toBe('user: Question of b')
  expect(store.get(noticesAtom)).toEqual([])
})

test('a thread that runs and could not be deleted runs on', async () => {
  const chat = await openList()
  const { world, server, store } = chat
  const answer = await send(chat, 'More', 'a')
  server.refuse('DELETE a')

  await expect(store.set(deleteThreadAtom, 'a')).rejects.toMatchObject({ message: 'No.' })
  await answer.send(more('!'))

  expect(chat.titles()).toEqual(['A', 'B'])
  await store.set(switchThreadAtom, 'a')
  expect(world.lines.at(-1)).toBe('assistant: On a!')
  expect(store.get(isRunningAtom)).toBe(true)
})

test('a thread that is deleted while it is being opened is left', async () => {
  const { world, server, store, titles, main } = await openList()
  const release = server.hold('MESSAGES b')
  const switching = store.set(switchThreadAtom, 'b')
  await settle()

  await store.set(deleteThreadAtom, 'b')
  release()
  await switching

  expect(main().status).toBe('new')
  expect(world.lines).toEqual([])
  expect(titles()).toEqual(['A'])
  expect(store.get(conversationsAtom).map(({ id }) => id)).not.toContain('b')
})

test('a list that is read during a change does not undo it, nor what failed', async () => {
  const { server, store, titles } = await openList()
  const listed = server.hold('LIST')
  const loading = store.set(loadThreadListAtom)
  await settle()
  await store.set(renameThreadAtom, 'a', 'Renamed')
  server.refuse('PUT b')
  await expect(store.set(archiveThreadAtom, 'b')).rejects.toBeDefined()

  listed()
  await loading

  expect(titles()).toEqual(['Renamed', 'B'])
  await store.set(loadThreadListAtom)
  expect(titles()).toEqual(['Renamed', 'B'])
})

test('a draft stays with its thread during switches and sends', async () => {
  const chat = await openList()
  const { store } = chat
  const drafts: Record<string, string> = {}
  await store.set(newThreadAtom)
  const fresh = chat.main().id
  for (const id of [fresh, 'a', 'b']) {
    await store.set(switchThreadAtom, id)
    store.set(draftAtom, (drafts[id] = `Draft of ${id}`))
  }
  await store.set(switchThreadAtom, fresh)
  const answer = await send(chat, 'Sent', 'thread_1')
  await answer.send(FINISH)
  await store.set(loadThreadListAtom)

  const kept: Record<string, string> = {}
  for (const id of ['a', fresh, 'b']) {
    await store.set(switchThreadAtom, id)
    kept[id] = store.get(draftAtom)
  }
  expect(kept).toEqual(drafts)
  await store.set(newThreadAtom)
  expect(store.get(draftAtom)).toBe('')
})

test('a message that is taken back late returns to its thread’s composer', async () => {
  const chat = await openList()
  const { world, store } = chat
  await store.set(sendTextAtom, 'Take me back')
  await settle()
  const [question] = world.messages.filter(({ role }) => role === 'user').slice(-1)
  const stopped = Promise.withResolvers<Response>()
  world.routes.set('POST /chat/a/stop', () => stopped.promise)
  await world.answers[0]?.send(start('answer', 'row', 'a'))
  store.set(stopAtom)
  await store.set(switchThreadAtom, 'b')

  stopped.resolve(json(200, { removed: [{ id: 'row', external_id: question?.id ?? '' }] }))
  await settle()
  expect(store.get(draftAtom)).toBe('')
  await store.set(switchThreadAtom, 'a')

  expect(store.get(draftAtom)).toBe('Take me back')
})

test('a switch that comes late shows nothing to the next person', async () => {
  const { world, server, store, main } = await openList()
  const release = server.hold('MESSAGES b')
  const switching = store.set(switchThreadAtom, 'b')
  await settle()
  server.threads.clear()
  const getToken = () => tokenFor(world.clock.now())

  await store.set(identifyAtom, { mode: 'token', epoch: 1, getToken })
  release()
  await switching.catch(() => {})

  expect(world.lines).toEqual([])
  expect(main()).toMatchObject({ status: 'new' })
  expect(store.get(threadListAtom).regular).toEqual([])
})

test('the list goes on where one of its rows cannot be read', async () => {
  const { world, store, titles } = await openList()
  world.routes.set('GET /threads', ({ path }) =>
    json(200, {
      threads: path.includes('archived') ? [] : [{ id: 'a', title: 'A' }, { title: 1 }],
    }),
  )

  await store.set(loadThreadListAtom)

  expect(titles()).toEqual(['A'])
})

const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)

test.each([
  [HIDDEN_IDLE_MAX, true],
  [HIDDEN_IDLE_MAX + 1, false],
])('of %i threads that were left, the first one is kept ready: %s', async (left, isKept) => {
  const ids = many(left + 1)
  const { store } = await openList(ids)

  for (const id of ids.slice(1)) await store.set(switchThreadAtom, id)

  expect(store.get(conversationsAtom).some(({ id }) => id === 't0')).toBe(isKept)
})

test.each([
  [HIDDEN_RUNS_MAX, true],
  [HIDDEN_RUNS_MAX + 1, false],
])('of %i answers elsewhere, the first one is followed: %s', async (left, isKept) => {
  const ids = many(left + 1)
  const chat = await openList(ids)
  const { store } = chat
  for (const id of ids) {
    if (id !== 't0') await store.set(switchThreadAtom, id)
    await send(chat, `In ${id}`, id)
  }

  expect(store.get(conversationsAtom).some(({ id }) => id === 't0')).toBe(isKept)
  // The server reports the state of the others.
  expect(store.get(threadListAtom).regular.every(({ isRunning }) => isRunning)).toBe(true)
})

test('threads that no server keeps stay open, in any number', async () => {
  const ids = many(HIDDEN_IDLE_MAX + 2)
  const { store } = await openList(ids, true)

  for (const id of ids.slice(1)) await store.set(switchThreadAtom, id)

  expect(store.get(conversationsAtom).length).toBe(ids.length)
})
