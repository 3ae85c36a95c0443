// @vitest-environment node
import { expect, test } from 'vitest'
import { type Cloud, createNoCloud, NO_SERVER_TEXT } from '../../api/cloud.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { sendTextAtom } from '../../composer/atoms/composer.ts'
import { conversationsAtom } from '../../conversation/atoms/conversations.ts'
import { HIDDEN_IDLE_MAX } from './open-threads.ts'
import { createFakeCloud } from '../../conversation/fake-cloud.test-support.ts'
import { depsOf, provideDepsAtom } from '../../world/chat-deps.ts'
import { createChatWorld } from '../../world/chat-world.test-support.ts'
import { setPanelAtom } from './opening.ts'
import {
  archiveThreadAtom,
  deleteThreadAtom,
  loadThreadListAtom,
  mainThreadAtom,
  newThreadAtom,
  renameThreadAtom,
  switchThreadAtom,
  threadListAtom,
  unarchiveThreadAtom,
} from './shown-list.ts'
import { searchThreadsAtom, threadSearchAtom } from './thread-search.ts'
import { identifyAtom } from '../../world/identify.ts'

/** A frame with a client supplied by the operator. */
async function openWith(cloud: Cloud) {
  const world = createChatWorld()
  const { store } = world
  const deps = depsOf(store.get)
  store.set(provideDepsAtom, { ...deps, createCloud: () => cloud })
  await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  const ids = () => store.get(threadListAtom).regular.map(({ id }) => id)
  return { world, store, ids, main: () => store.get(mainThreadAtom) }
}

test('without a server the list holds what was begun here, and changes stay in it', async () => {
  const { world, store, ids, main } = await openWith(createNoCloud())
  await store.set(loadThreadListAtom)
  expect(store.get(threadListAtom)).toMatchObject({ status: 'ready', regular: [], archived: [] })

  const begun: string[] = []
  for (let count = 0; count < HIDDEN_IDLE_MAX + 2; count += 1) {
    await store.set(newThreadAtom)
    await store.set(sendTextAtom, `Message ${count}`)
    await expect.poll(() => world.messages.at(-1)?.status?.type).toBe('incomplete')
    begun.push(main().id)
  }
  expect(world.messages.at(-1)?.status).toMatchObject({ error: NO_SERVER_TEXT })
  expect(ids()).toEqual(begun.toReversed())
  expect(main()).toMatchObject({ remoteId: main().id, status: 'regular' })

  // Only this tab has them, so none is closed.
  const [first = '', second = ''] = begun
  await store.set(switchThreadAtom, first)
  expect(world.lines[0]).toBe('user: Message 0')
  expect(store.get(conversationsAtom).length).toBe(begun.length)
  await store.set(renameThreadAtom, first, 'Named')
  await store.set(archiveThreadAtom, second)
  expect(store.get(threadListAtom).archived.map(({ id }) => id)).toEqual([second])
  await store.set(unarchiveThreadAtom, second)
  await store.set(searchThreadsAtom, 'nam')
  expect(store.get(threadSearchAtom).results.map(({ text }) => text)).toEqual(['Named'])
  await store.set(deleteThreadAtom, first)
  expect(ids()).not.toContain(first)
  expect(world.http.sent).toEqual([])
})

test('a client without a list switches between threads, and says what it cannot do (8.39, 8.40, 8.41, 8.42)', async () => {
  const cloud = createFakeCloud()
  const { store, world, ids, main } = await openWith(cloud)
  await store.set(sendTextAtom, 'Hello')
  await settle()
  const [chat] = cloud.chats
  await chat?.send({
    type: 'start',
    messageMetadata: { alcove: { threadId: 'thread_1', userMessageId: 'row' } },
  })
  const first = main().id
  expect(main()).toMatchObject({ remoteId: 'thread_1', status: 'regular' })

  await store.set(newThreadAtom)
  expect(world.lines).toEqual([])
  await store.set(switchThreadAtom, 'thread_1')
  expect(main().id).toBe(first)
  expect(world.lines[0]).toBe('user: Hello')

  await store.set(loadThreadListAtom)
  expect(store.get(threadListAtom).status).toBe('ready')
  expect(ids()).toEqual([first])
  await expect(store.set(renameThreadAtom, first, 'x')).rejects.toMatchObject({
    message: 'External store adapter does not support renaming',
  })
  await expect(store.set(deleteThreadAtom, first)).rejects.toMatchObject({
    message: 'External store adapter does not support deleting',
  })
  expect(ids()).toEqual([first])
})
