import type { ChatBody } from '../../shared/api/chat.ts'
import { createFakeLocks, createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { draftAtom, sendDraftAtom } from '../composer/atoms/composer.ts'
import { createMemoryRows } from '../device/device-rows.ts'
import { createFakeChannels } from '../device/fake-tabs.test-support.ts'
import { keepCalls } from '../outbox/keep-calls.ts'
import { keepOutbox } from '../outbox/keep-outbox.ts'
import { queuedFactAtom } from '../conversation/atoms/queued.ts'
import { depsAtom, provideDepsAtom } from './chat-deps.ts'
import {
  addStoredThread,
  createChatWorld,
  KNOWN_VISITOR,
  type ChatWorld,
} from './chat-world.test-support.ts'
import { followTabs } from '../session/follow-tabs.ts'
import { keepOwner } from '../session/keep-owner.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'
import { identifyAtom } from './identify.ts'

/** Adds properties to an object and keeps getters. */
const extend = <Base extends object, More extends object>(base: Base, more: More): Base & More =>
  Object.defineProperties(base, Object.getOwnPropertyDescriptors(more)) as Base & More

/** A browser with a stored thread; each frame is a tab of it. */
export function createBrowser() {
  const rows = createMemoryRows()
  const openChannel = createFakeChannels()
  let locks = createFakeLocks()
  const storage = createFakeStorage(KNOWN_VISITOR)

  /** `prepare`: sets the server's answers. `isLate`: the code that stores messages is loaded by `keep`. */
  async function openTab({
    isStored = true,
    isLate = false,
    prepare = (_world: ChatWorld): void => {},
  } = {}) {
    const world = createChatWorld({ storage })
    const { store } = world
    if (isStored) addStoredThread(world)
    prepare(world)
    const device = {
      openDatabase: () => {
        throw new Error('The rows are given.')
      },
      openChannel,
      hasFocus: () => false,
    }
    const wake = {
      isOnline: () => world.isOnline,
      subscribe(listener: () => void) {
        world.connectionListeners.add(listener)
        return () => world.connectionListeners.delete(listener)
      },
    }
    store.set(provideDepsAtom, { ...store.get(depsAtom)!, locks, device, wake, random: () => 0.5 })
    const tabs = followTabs(store)
    async function keep() {
      keepOutbox(store)
      keepCalls(store)
      keepOwner(store, { onLeft: () => {}, onGone: () => {}, createRows: () => rows })
      await settle()
    }
    if (!isLate) void keep()
    await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
    await store.set(setPanelAtom, { isOpen: true, userGesture: false })
    await settle()
    return extend(world, {
      tabs,
      keep,
      setOnline(isOnline: boolean) {
        world.isOnline = isOnline
        for (const listener of world.connectionListeners) listener()
      },
      async write(text: string) {
        store.set(draftAtom, text)
        void store.set(sendDraftAtom)
        await settle()
      },
      /** Texts that reached the server, with their ids. */
      get posted() {
        return world.http.to('POST /chat').map(({ body }) => {
          const { messages } = body as ChatBody
          const last = messages.at(-1)
          return { id: last?.id, text: last?.parts[0]?.['text'], parent: messages.at(-2)?.id }
        })
      },
      get queue() {
        return store.get(queuedFactAtom)
      },
    })
  }
  /** Releases the locks of its tabs. */
  function closeTabs() {
    locks = createFakeLocks()
  }
  return { rows, openTab, closeTabs }
}
