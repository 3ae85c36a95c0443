// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../../api/fake-http.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { draftAtom, sendDraftAtom, stopAtom } from '../../composer/atoms/composer.ts'
import { createChatWorld } from '../../world/chat-world.test-support.ts'
import { setPanelAtom } from '../../thread-list/atoms/opening.ts'
import { firstWordsAtom } from '../../thread-list/atoms/first-words.ts'
import {
  mainThreadAtom,
  switchThreadAtom,
  threadListAtom,
} from '../../thread-list/atoms/shown-list.ts'
import { FINISH, start, words } from '../fake-cloud.test-support.ts'
import { messageIdsAtom } from './thread.ts'
import { newThreadAtom } from '../../thread-list/atoms/new-thread.ts'
import { threadIdAtom } from './conversations.ts'
import { identifyAtom } from '../../world/identify.ts'

/** A thread whose only message was stopped before the first word, and whose returned text was then deleted. */
async function takeBack() {
  const world = createChatWorld()
  const { store } = world
  await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  store.set(draftAtom, 'First')
  void store.set(sendDraftAtom)
  await settle()
  const [id = ''] = store.get(messageIdsAtom)
  await world.answers[0]?.send(start('msg_2', 'msg_1'))
  world.routes.set('POST /chat/thread_1/stop', () =>
    json(200, { removed: [{ id: 'msg_1', external_id: id }] }),
  )
  expect(store.get(firstWordsAtom).of(store.get(mainThreadAtom).id)).toBe('First')
  store.set(stopAtom)
  await settle()
  expect(store.get(draftAtom)).toBe('First')
  store.set(draftAtom, '')
  await world.clock.advance(2_000)
  return { ...world, store }
}

test('a thread whose only message was taken back is the new one: no row of it stays behind', async () => {
  const { store, http, answers } = await takeBack()

  await store.set(newThreadAtom)
  expect(store.get(threadIdAtom)).toBe('thread_1')
  expect(store.get(firstWordsAtom).of(store.get(mainThreadAtom).id)).toBeUndefined()
  store.set(draftAtom, 'Second')
  void store.set(sendDraftAtom)
  await settle()
  await answers[1]?.send(start('msg_4', 'msg_3', 'thread_1'), ...words('Yes'), FINISH)

  expect(http.to('POST /chat').at(-1)?.body).toMatchObject({ id: 'thread_1' })
  expect(store.get(threadListAtom).regular).toHaveLength(1)
  expect(store.get(firstWordsAtom).of(store.get(mainThreadAtom).id)).toBe('Second')
})

test('what was given back and deleted is not given back again when the thread is shown again', async () => {
  const { store, answers } = await takeBack()
  store.set(draftAtom, 'Second')
  void store.set(sendDraftAtom)
  await settle()
  await answers[1]?.send(start('msg_4', 'msg_3', 'thread_1'), ...words('Yes'), FINISH)

  await store.set(newThreadAtom)
  expect(store.get(threadIdAtom)).toBeNull()
  await store.set(switchThreadAtom, 'thread_1')
  await settle()

  expect(store.get(threadIdAtom)).toBe('thread_1')
  expect(store.get(draftAtom)).toBe('')
})
