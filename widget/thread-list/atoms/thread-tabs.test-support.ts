import { settle } from '../../api/manual-clock.test-support.ts'
import { type DeviceRows, createMemoryRows } from '../../device/device-rows.ts'
import { createFakeChannels } from '../../device/fake-tabs.test-support.ts'
import { createTabs } from '../../device/tabs.ts'
import { createChatWorld, KNOWN_VISITOR } from '../../world/chat-world.test-support.ts'
import { identityAtom } from '../../world/identity.ts'
import { setOwnerAtom } from '../../world/owner.ts'
import { setPanelAtom } from './opening.ts'
import { serveThreads, type StoredThread } from '../../world/stored-threads.test-support.ts'
import { followList } from './follow-list.ts'
import { keepUnread } from './keep-unread.ts'
import { loadThreadListAtom, threadListAtom } from './shown-list.ts'
import type { ThreadListItem } from './thread-list-item.ts'
import { identifyAtom } from '../../world/identify.ts'

export const SCOPE = { base: 'https://chat.example', owner: 'visitor' }

export interface BrowserSettings {
  readonly rows?: DeviceRows
  readonly hasChannels?: boolean
}

/** A person's browser, whose tabs show the threads `a` and `b` of one server. */
export function createBrowser({
  rows = createMemoryRows(),
  hasChannels = true,
}: BrowserSettings = {}) {
  const openChannel = createFakeChannels()
  const threads = new Map<string, StoredThread>()

  /** A tab with its list loaded; its first thread is shown. */
  async function openTab() {
    const world = createChatWorld({ stored: KNOWN_VISITOR })
    const { store } = world
    const server = serveThreads(world, threads)
    for (const id of ['a', 'b']) server.add(id)
    const list = followList(store)
    const unread = keepUnread(store)
    await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
    await store.set(setPanelAtom, { isOpen: true, userGesture: false })
    await store.set(loadThreadListAtom)
    const identity = store.get(identityAtom)
    if (!identity) throw new Error('Nobody chats.')
    const ending = identity.closing.signal
    const tabs = createTabs({
      key: 'k',
      openChannel: hasChannels ? openChannel : undefined,
      runAlone: (_name, _signal, task) => task(),
    })
    store.set(setOwnerAtom, {
      identity,
      scope: SCOPE,
      ending,
      tabs,
      rows,
    })
    await settle()
    const items = (): readonly ThreadListItem[] => store.get(threadListAtom).regular
    return {
      ...world,
      world,
      store,
      server,
      list,
      unread,
      tabs,
      titles: () => items().map(({ title, id }) => title ?? id),
      unreadIds: () => items().flatMap(({ id, isUnread }) => (isUnread ? [id] : [])),
      runningIds: () => items().flatMap(({ id, isRunning }) => (isRunning ? [id] : [])),
    }
  }

  return { rows, threads, openTab }
}
