import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { createThreadOperations, LIST_PAGE } from '../api/cloud-threads.ts'
import { createAuth } from '../api/cloud.ts'
import { createRequests } from '../api/create-requests.ts'
import { createNodeWorld } from '../api/node-world.test-support.ts'
import { createThreadList } from './thread-list.ts'

/** A visitor of a real server, and lists of their threads as in several tabs. */
async function openVisitor() {
  const alcove = await startAlcove({ env: {} })
  onTestFinished(async () => void (await alcove.stop()))
  const base = `http://127.0.0.1:${alcove.port}`
  const world = createNodeWorld(base)
  const auth = createAuth({ mode: 'anonymous' }, base, world)
  const requests = createRequests({ ...world, base, auth })
  const adapter = createThreadOperations(requests, world.clock)
  const openList = () =>
    createThreadList({
      adapter,
      main: null,
      signal: new AbortController().signal,
      now: () => Date.now(),
      onChange() {},
      show: () => Promise.resolve(),
      onDetach() {},
      onDone() {},
      isUsed: () => false,
      isHeld: () => false,
    })
  return { adapter, openList }
}

type List = ReturnType<Awaited<ReturnType<typeof openVisitor>>['openList']>

const names = ({ state }: List, kind: 'regular' | 'archived') =>
  state[kind].map((id) => state.slots.get(id)?.title ?? 'untitled')

test('changes of a thread in one list reach another list of the same person', async () => {
  const { openList } = await openVisitor()
  const [one, two] = [openList(), openList()]
  await two.load()
  expect(two.state.regular).toEqual([])

  const id = one.mainId
  await one.initialize(id)
  await one.rename(id, 'Where is my order?')
  await two.reload()
  expect(names(two, 'regular')).toEqual(['Where is my order?'])
  const [match] = await two.search('ord', new AbortController().signal)
  expect(match).toMatchObject({ messageId: null, text: 'Where is my order?', ranges: [[12, 15]] })

  await one.archive(id)
  await two.reload()
  expect([names(two, 'regular'), names(two, 'archived')]).toEqual([[], ['Where is my order?']])
  await two.switchTo(match?.slotId ?? '')
  await one.reload()
  expect(names(one, 'regular')).toEqual(['Where is my order?'])
  expect(one.state.regular).toEqual([id])

  await one.delete(id)
  await two.reload()
  expect([names(two, 'regular'), names(two, 'archived')]).toEqual([[], []])
})

test('pages through all threads, each once, also when one of a page is gone by then', async () => {
  const { adapter, openList } = await openVisitor()
  const count = LIST_PAGE + 7
  const { signal } = new AbortController()
  for (let index = 0; index < count; index += 1) {
    await adapter.initialize(`__LOCALID_${String(index).padStart(7, '0')}`, signal)
  }
  const list = openList()
  await list.load()
  expect(list.state.regular).toHaveLength(LIST_PAGE)
  // The thread at the cursor of the next page.
  await adapter.delete(list.state.regular.at(-1) ?? '', signal)

  while (list.state.next.regular !== null) await list.loadMore('regular')

  expect(new Set(list.state.regular).size).toBe(count)
  await list.reload()
  expect(list.state.regular).toHaveLength(count - 1)
})
