// @vitest-environment node
import { expect, test } from 'vitest'
import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { json } from '../../api/fake-http.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { draftAtom, runConfigAtom, stopAtom } from '../../composer/atoms/composer.ts'
import { forgetDraftsAtom } from '../../composer/atoms/drafts.ts'
import { restoreEditAtom } from '../../composer/atoms/kept-edits.ts'
import { branchesAtom } from '../../conversation/atoms/conversation-view.ts'
import { isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { messageIdsAtom } from '../../conversation/atoms/thread.ts'
import { newThreadAtom } from '../../thread-list/atoms/new-thread.ts'
import {
  addStoredThread,
  createChatWorld,
  KNOWN_VISITOR,
} from '../../world/chat-world.test-support.ts'
import { setPanelAtom } from '../../thread-list/atoms/opening.ts'
import {
  beginEditAtom,
  cancelEditAtom,
  changeEditAtom,
  discardEditAtom,
  editAtom,
  sendEditAtom,
} from './edit.ts'
import { identifyAtom } from '../../world/identify.ts'

/** A thread with a question and an answer, shown. */
async function openThread() {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  addStoredThread(world)
  await world.store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await world.store.set(setPanelAtom, { isOpen: true, userGesture: false })
  return world
}
const sends = ({ http }: Awaited<ReturnType<typeof openThread>>) => http.to('POST /chat')

test('sends the edit beside the old message, and closes it (4.43)', async () => {
  const world = await openThread()
  const { store } = world
  store.set(runConfigAtom, { mode: 'fast' })
  store.set(beginEditAtom, 'msg_1')
  expect(store.get(editAtom('msg_1'))).toEqual({ text: 'Question', attachments: [] })

  store.set(changeEditAtom, 'msg_1', { text: 'Other' })
  store.set(sendEditAtom, 'msg_1')
  await settle()

  expect(store.get(editAtom('msg_1'))).toBeNull()
  expect(world.lines).toEqual(['user: Other', 'assistant: '])
  expect(sends(world)[0]?.body).toMatchObject({ metadata: { mode: 'fast' } })
  const [id = ''] = store.get(messageIdsAtom)
  expect(store.get(branchesAtom(id))).toEqual({
    number: 2,
    count: 2,
    previousId: 'msg_1',
    nextId: null,
  })
})

test('ends without sending when nothing was changed (4.42)', async () => {
  const world = await openThread()
  world.store.set(beginEditAtom, 'msg_1')

  world.store.set(sendEditAtom, 'msg_1')
  await settle()

  expect(world.store.get(editAtom('msg_1'))).toBeNull()
  expect(sends(world)).toEqual([])
})

test('keeps an unsent edit, and starts with it the next time', async () => {
  const { store } = await openThread()
  store.set(beginEditAtom, 'msg_1')
  store.set(changeEditAtom, 'msg_1', { text: 'Other' })
  store.set(cancelEditAtom)
  expect(store.get(editAtom('msg_1'))).toBeNull()

  store.set(beginEditAtom, 'msg_1')
  expect(store.get(editAtom('msg_1'))?.text).toBe('Other')
})

type Store = Awaited<ReturnType<typeof openThread>>['store']

test.each<[string, (store: Store) => void]>([
  ['changed back', (store) => store.set(changeEditAtom, 'msg_1', { text: 'Question' })],
  ['discarded', (store) => store.set(discardEditAtom, 'msg_1')],
  ['sent', (store) => store.set(sendEditAtom, 'msg_1')],
  ['of another person', (store) => store.set(forgetDraftsAtom)],
])('begins with the message itself once the edit was %s', async (_, act) => {
  const { store } = await openThread()
  store.set(beginEditAtom, 'msg_1')
  store.set(changeEditAtom, 'msg_1', { text: 'Other' })

  act(store)
  store.set(cancelEditAtom)

  store.set(beginEditAtom, 'msg_1')
  expect(store.get(editAtom('msg_1'))?.text).toBe('Question')
})

test('stays while an answer runs', async () => {
  const world = await openThread()
  const { store } = world
  store.set(beginEditAtom, 'msg_1')
  store.set(changeEditAtom, 'msg_1', { text: 'Other' })
  store.set(sendEditAtom, 'msg_1')
  await settle()
  const [id = ''] = store.get(messageIdsAtom)
  expect(store.get(isRunningAtom)).toBe(true)

  store.set(beginEditAtom, id)
  store.set(changeEditAtom, id, { text: 'Third' })
  store.set(sendEditAtom, id)

  expect(store.get(editAtom(id))?.text).toBe('Third')
  expect(sends(world)).toHaveLength(1)
})

test('a message that is taken back returns as it was changed, and its edit ends', async () => {
  const world = await openThread()
  const { store } = world
  store.set(beginEditAtom, 'msg_1')
  store.set(changeEditAtom, 'msg_1', { text: 'Other' })
  store.set(sendEditAtom, 'msg_1')
  await settle()
  const [id = ''] = store.get(messageIdsAtom)
  world.routes.set('POST /chat/thread_9/stop', () =>
    json(200, { removed: [{ id: 'row', external_id: id }] }),
  )
  store.set(beginEditAtom, id)
  store.set(changeEditAtom, id, { text: 'Other, and more' })

  store.set(stopAtom)
  await settle()

  expect(store.get(messageIdsAtom)).not.toContain(id)
  expect(store.get(draftAtom)).toBe('Other, and more')
  expect(store.get(editAtom(id))).toBeNull()
})

test('refuses to begin twice, and only messages of the user (4.44, 8.23)', async () => {
  const { store } = await openThread()
  store.set(beginEditAtom, 'msg_2')
  expect(store.get(editAtom('msg_2'))).toBeNull()
  store.set(beginEditAtom, 'msg_1')

  expect(() => store.set(beginEditAtom, 'msg_1')).toThrow(THREAD_TEXTS.editInProgress)
  store.set(cancelEditAtom)
  expect(store.get(editAtom('msg_1'))).toBeNull()
  expect(() => store.set(beginEditAtom, 'msg_1')).not.toThrow()
})

test('ends with its thread', async () => {
  const { store } = await openThread()
  store.set(beginEditAtom, 'msg_1')

  await store.set(newThreadAtom)

  expect(store.get(editAtom('msg_1'))).toBeNull()
})

test('an open edit shows content that is restored late, and keeps changes made before', async () => {
  const { store } = await openThread()
  store.set(beginEditAtom, 'msg_1')
  store.set(restoreEditAtom, 'msg_1', { text: 'Kept' })
  expect(store.get(editAtom('msg_1'))).toMatchObject({ text: 'Kept' })

  store.set(changeEditAtom, 'msg_1', { text: 'Newer' })
  store.set(restoreEditAtom, 'msg_1', { text: 'Kept' })
  expect(store.get(editAtom('msg_1'))).toMatchObject({ text: 'Newer' })
})
