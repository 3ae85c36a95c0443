// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../../api/fake-http.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { draftAtom, sendTextAtom } from '../../composer/atoms/composer.ts'
import {
  historyStateAtom,
  isRunningAtom,
  threadIdAtom,
} from '../../conversation/atoms/conversations.ts'
import { FINISH, start, words } from '../../conversation/fake-cloud.test-support.ts'
import { createChatWorld, KNOWN_VISITOR } from '../../world/chat-world.test-support.ts'
import { setPanelAtom } from './opening.ts'
import { serveThreads } from '../../world/stored-threads.test-support.ts'
import {
  archiveThreadAtom,
  deleteThreadAtom,
  dismissThreadNoticeAtom,
  loadMoreThreadsAtom,
  loadThreadListAtom,
  mainThreadAtom,
  newThreadAtom,
  renameThreadAtom,
  switchThreadAtom,
  threadListAtom,
  unarchiveThreadAtom,
  undoArchiveAtom,
} from './shown-list.ts'
import { clearThreadSearchAtom, searchThreadsAtom, threadSearchAtom } from './thread-search.ts'
import { threadNoticeAtom, threadTitleAtom } from './thread-list-facts.ts'
import { isAnyThreadRunningAtom, unreadCountAtom } from './unread.ts'
import { identifyAtom } from '../../world/identify.ts'

const ANONYMOUS = { mode: 'anonymous', epoch: 0 } as const

/** A person with these threads and an open panel; the first thread is shown. */
async function openChat(ids: readonly string[] = ['a', 'b'], archived: readonly string[] = []) {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  const server = serveThreads(world)
  for (const id of ids) server.add(id)
  for (const id of archived) server.add(id, { isArchived: true })
  const { store } = world
  await store.set(identifyAtom, ANONYMOUS)
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  const titles = (kind: 'regular' | 'archived') =>
    store.get(threadListAtom)[kind].map(({ title, id }) => title ?? id)
  return { ...world, world, server, store, titles }
}

/** The same, with the list loaded. */
async function openList(...given: Parameters<typeof openChat>) {
  const chat = await openChat(...given)
  await chat.store.set(loadThreadListAtom)
  return chat
}

/** Sends in the shown thread; the server begins to answer. */
async function send(
  { store, world }: Awaited<ReturnType<typeof openChat>>,
  text: string,
  threadId: string,
) {
  await store.set(sendTextAtom, text)
  await settle()
  const answer = world.answers.at(-1)
  const number = world.answers.length
  await answer?.send(start(`answer_${number}`, `question_${number}`, threadId), ...words('So'))
  return answer
}

test('has a list without asking, once a thread is shown, and asks when somebody wants it (3.6)', async () => {
  const { store, http, titles } = await openChat()
  expect(store.get(threadListAtom)).toMatchObject({ status: 'idle', regular: [] })
  expect(store.get(mainThreadAtom)).toMatchObject({ id: 'a', remoteId: 'a', title: 'A' })
  const before = http.to('GET /threads').length

  await store.set(loadThreadListAtom)

  expect(http.to('GET /threads')).toHaveLength(before + 2)
  expect(store.get(threadListAtom).status).toBe('ready')
  expect(titles('regular')).toEqual(['A', 'B'])
  expect(store.get(threadListAtom).regular[1]).toEqual({
    id: 'b',
    remoteId: 'b',
    externalId: undefined,
    status: 'regular',
    title: 'B',
    lastMessageAt: '2026-11-20T00:00:58.000Z',
    isRunning: false,
    isUnread: false,
  })
})

test('says when the list could not be loaded, and loads it when asked again', async () => {
  const { store, server, titles } = await openChat()
  server.refuse('LIST archived')
  await expect(store.set(loadThreadListAtom)).rejects.toMatchObject({ message: 'No.' })
  expect(store.get(threadListAtom).status).toBe('failed')

  server.allow('LIST archived')
  await store.set(loadThreadListAtom)

  expect(store.get(threadListAtom).status).toBe('ready')
  expect(titles('regular')).toEqual(['A', 'B'])
})

test('says so too when not even a thread could be shown', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  const server = serveThreads(world)
  server.add('a')
  server.refuse('LIST')
  const { store } = world
  await store.set(identifyAtom, ANONYMOUS)
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })

  await expect(store.set(loadThreadListAtom)).rejects.toMatchObject({ code: 'unavailable' })
  expect(store.get(threadListAtom).status).toBe('failed')

  server.allow('LIST')
  await store.set(loadThreadListAtom)
  expect(store.get(threadListAtom).regular).toHaveLength(1)
  expect(store.get(mainThreadAtom).id).toBe('a')
})

test('loads more of a kind where there is more', async () => {
  const { store, routes } = await openChat()
  const rows = Array.from({ length: 50 }, (_, index) => ({ id: `t${index}` }))
  routes.set('GET /threads', ({ path }) =>
    json(200, {
      threads: path.includes('archived') ? [] : path.includes('after=') ? [{ id: 'z' }] : rows,
    }),
  )
  await store.set(loadThreadListAtom)
  expect(store.get(threadListAtom)).toMatchObject({ hasMore: true, hasMoreArchived: false })

  await store.set(loadMoreThreadsAtom, 'regular')

  expect(store.get(threadListAtom).regular).toHaveLength(51)
  expect(store.get(threadListAtom)).toMatchObject({ hasMore: false, isLoadingMore: false })
})

test('shows another thread at once, each with its own draft and title', async () => {
  const chat = await openList()
  const { store, world } = chat
  store.set(draftAtom, 'About A')

  await store.set(switchThreadAtom, 'b')
  expect(world.lines).toEqual(['user: Question of b', 'assistant: Answer of b'])
  expect(store.get(mainThreadAtom).id).toBe('b')
  expect(store.get(threadTitleAtom)).toBe('B')
  expect(store.get(threadIdAtom)).toBe('b')
  expect(store.get(draftAtom)).toBe('')
  store.set(draftAtom, 'About B')
  await store.set(switchThreadAtom, 'a')

  expect(world.lines[0]).toBe('user: Question of a')
  expect(store.get(draftAtom)).toBe('About A')
})

test('an answer goes on in the thread that was left, and is whole on return', async () => {
  const chat = await openList()
  const { store, world } = chat
  const answer = await send(chat, 'More', 'a')

  await store.set(switchThreadAtom, 'b')
  await answer?.send({ type: 'text-delta', id: 't1', delta: ' it goes' })
  expect(world.lines).toEqual(['user: Question of b', 'assistant: Answer of b'])
  expect(store.get(isRunningAtom)).toBe(false)
  expect(store.get(isAnyThreadRunningAtom)).toBe(true)
  expect(store.get(threadListAtom).regular.map(({ isRunning }) => isRunning)).toEqual([true, false])

  await store.set(switchThreadAtom, 'a')
  expect(world.lines.slice(2)).toEqual(['user: More', 'assistant: So it goes'])
  expect(store.get(isRunningAtom)).toBe(true)
  await answer?.send({ type: 'text-delta', id: 't1', delta: '.' }, FINISH)
  expect(world.lines.at(-1)).toBe('assistant: So it goes.')
  expect(store.get(isRunningAtom)).toBe(false)
  expect(world.http.sent.some(({ path }) => path.endsWith('/stop'))).toBe(false)
})

test('marks an answer that ended unseen, in another thread or behind a closed panel', async () => {
  const chat = await openList()
  const { store } = chat
  const answer = await send(chat, 'More', 'a')
  await store.set(switchThreadAtom, 'b')
  await answer?.send(FINISH)
  const marks = () => store.get(threadListAtom).regular.map(({ isUnread }) => isUnread)
  expect(marks()).toEqual([true, false])
  expect(store.get(unreadCountAtom)).toBe(1)

  await store.set(switchThreadAtom, 'a')
  expect(marks()).toEqual([false, false])

  const second = await send(chat, 'And more', 'a')
  await second?.send(FINISH)
  expect(store.get(unreadCountAtom)).toBe(0)
  const third = await send(chat, 'Even more', 'a')
  await store.set(setPanelAtom, { isOpen: false, userGesture: true })
  await third?.send(FINISH)
  expect(store.get(unreadCountAtom)).toBe(1)
  await store.set(setPanelAtom, { isOpen: true, userGesture: true })
  expect(store.get(unreadCountAtom)).toBe(0)
})

test('a new thread joins the list with its first message, and has a title after the first answer (4.1, U93)', async () => {
  const chat = await openList(['a'])
  const { store, server, titles, http } = chat
  await store.set(newThreadAtom)
  const { id, status } = store.get(mainThreadAtom)
  expect(status).toBe('new')
  expect(titles('regular')).toEqual(['A'])

  const answer = await send(chat, 'Where is it?', 'thread_1')
  server.add('thread_1', { title: 'A lost order' })
  expect(store.get(mainThreadAtom)).toMatchObject({ id, remoteId: 'thread_1', status: 'regular' })
  expect(titles('regular')).toEqual([id, 'A'])
  await answer?.send(FINISH)

  expect(titles('regular')).toEqual(['A lost order', 'A'])
  expect(store.get(threadTitleAtom)).toBe('A lost order')
  // The chat call made the thread.
  expect(http.to('POST /threads')).toEqual([])
  await store.set(loadThreadListAtom)
  expect(store.get(threadListAtom).regular.map((item) => item.id)).toEqual([id, 'a'])
})

test('a title that the server does not have yet is asked for, and shows as it streams (7.32)', async () => {
  const chat = await openList(['a'])
  const { store, server, routes } = chat
  await store.set(newThreadAtom)
  const answer = await send(chat, 'Where is it?', 'thread_1')
  server.add('thread_1', { title: null })
  let controller: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
  routes.set(
    'POST /runs/stream',
    () => new Response(body, { headers: { 'Content-Type': 'text/plain' } }),
  )
  await answer?.send(FINISH)
  expect(chat.http.to('POST /runs/stream')[0]?.body).toMatchObject({
    thread_id: 'thread_1',
    assistant_id: 'system/thread_title',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Where is it?' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'So' }] },
    ],
  })

  controller!.enqueue(new TextEncoder().encode('A lost'))
  await settle()
  expect(store.get(threadTitleAtom)).toBe('A lost')
  controller!.enqueue(new TextEncoder().encode(' order'))
  controller!.close()
  await settle()

  expect(store.get(threadTitleAtom)).toBe('A lost order')
})

test('a new thread whose message was not sent stays reachable, with its words', async () => {
  const chat = await openList(['a'])
  const { store, world, routes, titles } = chat
  await store.set(newThreadAtom)
  routes.set('POST /chat', () => json(400, { message: 'No.' }))
  await store.set(sendTextAtom, 'Important')
  await settle()
  const { id } = store.get(mainThreadAtom)
  expect(store.get(mainThreadAtom).status).toBe('new')

  await store.set(newThreadAtom)
  expect(world.lines).toEqual([])
  expect(titles('regular')).toEqual([id, 'A'])
  await store.set(switchThreadAtom, id)

  expect(world.lines).toEqual(['user: Important'])
})

test('renames, archives with a way back, and deletes (4.3, 4.4)', async () => {
  const { store, server, titles } = await openList(['a', 'b', 'c'])
  await store.set(renameThreadAtom, 'b', 'Renamed')
  expect(server.threads.get('b')?.title).toBe('Renamed')
  expect(titles('regular')).toEqual(['A', 'Renamed', 'C'])

  await store.set(archiveThreadAtom, 'b')
  expect(titles('archived')).toEqual(['Renamed'])
  expect(store.get(threadNoticeAtom)).toEqual({ type: 'archived', id: 'b', title: 'Renamed' })
  await store.set(undoArchiveAtom)
  expect(store.get(threadNoticeAtom)).toBeNull()
  expect(server.threads.get('b')?.isArchived).toBe(false)
  expect(titles('regular')).toEqual(['A', 'Renamed', 'C'])

  await store.set(archiveThreadAtom, 'b')
  store.set(dismissThreadNoticeAtom)
  await store.set(undoArchiveAtom)
  expect(titles('archived')).toEqual(['Renamed'])
  await store.set(unarchiveThreadAtom, 'b')
  await store.set(deleteThreadAtom, 'c')
  expect(titles('regular')).toEqual(['A', 'Renamed'])
  expect(server.threads.has('c')).toBe(false)
})

test.each([
  ['rename', (id: string) => [renameThreadAtom, id, 'x'] as const, 'PUT b'],
  ['archive', (id: string) => [archiveThreadAtom, id] as const, 'PUT b'],
  ['delete', (id: string) => [deleteThreadAtom, id] as const, 'DELETE b'],
])('says that a thread could not be: %s', async (operation, action, route) => {
  const { store, server, titles } = await openList()
  server.refuse(route)
  const [act, ...args] = action('b')

  await expect(
    store.set(act as typeof renameThreadAtom, args[0], args[1] ?? ''),
  ).rejects.toMatchObject({
    message: 'No.',
  })

  expect(store.get(threadNoticeAtom)).toEqual({ type: 'failed', operation, title: 'B' })
  expect(titles('regular')).toEqual(['A', 'B'])
})

test('the thread that is shown is left before it is deleted (4.10)', async () => {
  const { store, world, titles } = await openList()

  await store.set(deleteThreadAtom, 'a')

  expect(store.get(mainThreadAtom).status).toBe('new')
  expect(world.lines).toEqual([])
  expect(store.get(historyStateAtom)).toBe('ready')
  expect(titles('regular')).toEqual(['B'])
})

test('finds threads, and shows their new state', async () => {
  const { store, routes } = await openList()
  routes.set('GET /threads/search', () =>
    json(200, {
      threads: [
        { id: 'far', title: 'Far', match: { message_id: 'm', text: 'so far', ranges: [[3, 6]] } },
        { id: 'b', title: 'B', match: { message_id: null, text: 'B', ranges: [[0, 1]] } },
      ],
    }),
  )
  const searching = store.set(searchThreadsAtom, 'far')
  expect(store.get(threadSearchAtom)).toMatchObject({ query: 'far', status: 'searching' })
  await searching

  expect(store.get(threadSearchAtom)).toMatchObject({
    status: 'done',
    results: [
      { item: { id: 'far' }, text: 'so far', ranges: [[3, 6]], messageId: 'm' },
      { item: { id: 'b' }, text: 'B', messageId: null },
    ],
  })
  await store.set(renameThreadAtom, 'b', 'Found')
  expect(store.get(threadSearchAtom).results[1]?.item.title).toBe('Found')
  await store.set(deleteThreadAtom, 'b')
  expect(store.get(threadSearchAtom).results).toHaveLength(1)

  store.set(clearThreadSearchAtom)
  expect(store.get(threadSearchAtom)).toEqual({ query: '', status: 'idle', results: [] })
})

test('the last search wins, and a failed one says so', async () => {
  const { store, routes, http } = await openList()
  const answers: ((response: Response) => void)[] = []
  routes.set('GET /threads/search', () => new Promise((resolve) => answers.push(resolve)))
  const found = (id: string) =>
    json(200, { threads: [{ id, match: { message_id: null, text: id, ranges: [] } }] })

  const first = store.set(searchThreadsAtom, 'o')
  await settle()
  const second = store.set(searchThreadsAtom, 'or')
  await settle()
  expect(http.to('GET /threads/search')[0]?.signal.aborted).toBe(true)
  answers[1]?.(found('b'))
  answers[0]?.(found('a'))
  await Promise.all([first, second])
  expect(store.get(threadSearchAtom)).toMatchObject({
    query: 'or',
    status: 'done',
    results: [{ item: { id: 'b' } }],
  })

  routes.set('GET /threads/search', () => json(403, {}))
  await store.set(searchThreadsAtom, 'x')
  expect(store.get(threadSearchAtom)).toMatchObject({ status: 'failed', results: [] })
})

test('keeps no thread, search or notice of a former person', async () => {
  const { store } = await openList()
  await store.set(archiveThreadAtom, 'b')
  void store.set(searchThreadsAtom, 'a')

  const getToken = () => null
  await store.set(identifyAtom, { mode: 'token', epoch: 1, getToken }).catch(() => {})

  expect(store.get(threadListAtom)).toMatchObject({ status: 'idle', regular: [], archived: [] })
  expect(store.get(threadNoticeAtom)).toBeNull()
  expect(store.get(threadSearchAtom)).toEqual({ query: '', status: 'idle', results: [] })
  expect(store.get(mainThreadAtom)).toMatchObject({ id: '', status: 'new' })
})
