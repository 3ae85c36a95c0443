// @vitest-environment node
import { expect, test } from 'vitest'
import type { JsonValue } from '../../../shared/json.ts'
import { json } from '../../api/fake-http.test-support.ts'
import { runPageCommand } from '../../host/page-commands.ts'
import { createChatWorld, KNOWN_VISITOR } from '../../world/chat-world.test-support.ts'
import { setPanelAtom } from './opening.ts'
import { serveThreads } from '../../world/stored-threads.test-support.ts'
import {
  archiveThreadAtom,
  deleteThreadAtom,
  loadThreadListAtom,
  switchThreadAtom,
  unarchiveThreadAtom,
} from './shown-list.ts'
import { threadNoticeAtom } from './thread-list-facts.ts'
import { identifyAtom } from '../../world/identify.ts'

/** A person with the threads `a`, which is shown, and `b`, and with `old` in the archive. */
async function openList() {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  const server = serveThreads(world)
  server.add('a')
  server.add('b')
  server.add('old', { isArchived: true })
  const { store, routes } = world
  routes.set('GET /threads/nowhere', () => json(404, { message: 'No.' }))
  await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  await store.set(loadThreadListAtom)
  const run = (name: string, ...args: JsonValue[]) =>
    runPageCommand(store, { name, args }, new AbortController().signal)
  return { store, server, run, notice: () => store.get(threadNoticeAtom) }
}

const ARCHIVED = { type: 'archived', id: 'b', title: 'B' }

type List = Awaited<ReturnType<typeof openList>>

test.each<[string, (list: List) => Promise<unknown>]>([
  ['is deleted', ({ store }) => store.set(deleteThreadAtom, 'b')],
  ['is brought back', ({ store }) => store.set(unarchiveThreadAtom, 'b')],
  ['is opened, which brings it back', ({ store }) => store.set(switchThreadAtom, 'b')],
  ['is brought back by the page', ({ run }) => run('threads.unarchive', 'b')],
  [
    'was deleted elsewhere',
    ({ store, server }) => {
      server.threads.delete('b')
      return store.set(loadThreadListAtom)
    },
  ],
])('the way back from the archive is offered no more once the thread %s', async (_, end) => {
  const list = await openList()
  await list.store.set(archiveThreadAtom, 'b')
  expect(list.notice()).toEqual(ARCHIVED)

  await end(list)

  expect(list.notice()).toBeNull()
})

test('undo is still offered when another thread is deleted', async () => {
  const { store, notice } = await openList()
  await store.set(archiveThreadAtom, 'b')

  await store.set(deleteThreadAtom, 'old')

  expect(notice()).toEqual(ARCHIVED)
})

const REFUSED: readonly [string, readonly JsonValue[], string][] = [
  ['threads.unarchive', ['old'], 'PUT old'],
  ['threads.archive', ['b'], 'PUT b'],
  ['threads.rename', ['b', 'x'], 'PUT b'],
  ['openThread', ['old'], 'PUT old'],
  ['openThread', ['nowhere'], 'GET nowhere'],
]

test.each(REFUSED)(
  'a refused %s of the page concerns the page alone (%j)',
  async (name, args, route) => {
    const { server, run, notice } = await openList()
    server.refuse(route)

    await expect(run(name, ...args)).rejects.toThrow()

    expect(notice()).toBeNull()
  },
)

test('the same that the person asked for is told', async () => {
  const { store, server, notice } = await openList()
  server.refuse('PUT old')

  await expect(store.set(unarchiveThreadAtom, 'old')).rejects.toThrow('No.')

  expect(notice()).toMatchObject({ type: 'failed', operation: 'unarchive' })
})

test('archiving by the page can be undone', async () => {
  const { run, notice } = await openList()

  await run('threads.archive', 'b')

  expect(notice()).toEqual(ARCHIVED)
})
