import { createStore } from 'jotai/vanilla'
import { expect, test, vi } from 'vitest'
import { showFakeThread, tellShown } from '../../conversation/atoms/shown-thread.test-support.ts'
import { foundMessageAtom } from '../../conversation/atoms/thread.ts'
import { seekMessageAtom } from './seek-message.ts'
import { mainThreadAtom } from './shown-list.ts'

/** A shown thread whose message is on this many pages further back. */
function createWorld(pages: number) {
  const store = createStore()
  let loaded = 0
  const session = {
    load: vi.fn<() => Promise<void>>(async () =>
      tellShown(store, { type: 'history', state: 'ready' }),
    ),
    loadOlder: vi.fn<() => Promise<void>>(async () => {
      loaded += 1
      if (loaded >= pages) tellShown(store, { type: 'older', state: 'none' })
    }),
    showRow: (rowId: string) => (rowId === 'row_1' && loaded >= pages ? 'message_1' : null),
  }
  showFakeThread(store, session)
  tellShown(
    store,
    { type: 'history', state: 'ready' },
    { type: 'older', state: pages > 0 ? 'more' : 'none' },
  )
  const seek = (rowId: string) => store.set(seekMessageAtom, store.get(mainThreadAtom).id, rowId)
  return { store, session, seek }
}

test('loads older pages until the message is there', async () => {
  const { store, session, seek } = createWorld(3)
  await seek('row_1')
  expect(session.loadOlder).toHaveBeenCalledTimes(3)
  expect(store.get(foundMessageAtom)).toEqual({ id: 'message_1' })
})

test('gives up when there are no older pages', async () => {
  const { store, seek } = createWorld(2)
  await seek('row_9')
  expect(store.get(foundMessageAtom)).toBeNull()
})

test('waits for a history that is being loaded again', async () => {
  const { store, session, seek } = createWorld(1)
  tellShown(store, { type: 'history', state: 'loading' })
  await seek('row_1')
  expect(session.load).toHaveBeenCalledOnce()
  expect(store.get(foundMessageAtom)).toEqual({ id: 'message_1' })
})

test('gives up in a thread whose history failed', async () => {
  const { store, session, seek } = createWorld(1)
  tellShown(store, { type: 'history', state: 'failed' })
  await seek('row_1')
  expect(session.loadOlder).not.toHaveBeenCalled()
  expect(store.get(foundMessageAtom)).toBeNull()
})

test('the last search wins', async () => {
  const { store, seek } = createWorld(2)
  const first = seek('row_1')
  const second = seek('row_9')
  await Promise.all([first, second])
  expect(store.get(foundMessageAtom)).toBeNull()
})
