import { createFakeStorage, tokenFor } from '../api/fake-tokens.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { createMemoryRows, type DeviceRows } from '../device/device-rows.ts'
import { createBrowserConnection } from './browser-connection.ts'
import { depsAtom, provideDepsAtom } from './chat-deps.ts'
import { addStoredThread, createChatWorld, type ChatWorld } from './chat-world.test-support.ts'
import { connectionAtom } from './connection.ts'
import {
  openPanel,
  openVisitor,
  sendText,
  type FailureScene,
} from './failure-world.test-support.ts'
import { keepOwner } from '../session/keep-owner.ts'
import { ownerAtom } from './owner.ts'
import { identifyAtom } from './identify.ts'
import { reloadThreadAtom } from '../thread-list/atoms/sign-in.ts'

// Failures that no call reports: of the network and of the device's storage.

function createWindow(world: ChatWorld) {
  const navigator = { onLine: true }
  return Object.assign(new EventTarget(), { navigator, fetch: world.http.fetch })
}
const windows = new WeakMap<ChatWorld, ReturnType<typeof createWindow>>()

/** A browser that permanently reports no network. */
export const offline: FailureScene = {
  async open() {
    const world = createChatWorld()
    const window = createWindow(world)
    windows.set(world, window)
    const { fetch, ...connection } = createBrowserConnection(window as unknown as Window)
    const { store, clock } = world
    addStoredThread(world)
    store.set(provideDepsAtom, { ...store.get(depsAtom)!, fetch, connection })
    const getToken = () => tokenFor(clock.now())
    await store.set(identifyAtom, { mode: 'token', epoch: 1, getToken })
    store.sub(connectionAtom, () => {})
    return openPanel(world)
  },
  raise(world) {
    const window = windows.get(world)
    if (!window) return
    window.navigator.onLine = false
    window.dispatchEvent(new Event('offline'))
  },
  disprove: ({ store }) => store.set(reloadThreadAtom),
  isStanding: ({ store }) => store.get(connectionAtom) === 'offline',
}

const quota = (): never => {
  throw new DOMException('Full.', 'QuotaExceededError')
}

function createFullRows() {
  const rows = createMemoryRows()
  const state = { isFull: true }
  const put: DeviceRows['put'] = async (...args) => (state.isFull ? quota() : rows.put(...args))
  return { state, rows: { ...rows, put } }
}

export function fullRows(): FailureScene {
  const { state, rows } = createFullRows()
  const put = async ({ store }: ChatWorld, id: string) => {
    const { rows: kept, scope } = store.get(ownerAtom)!
    await kept.put('drafts', scope, { id, value: id })
  }
  return {
    async open() {
      const openDatabase = () => {
        throw new Error('The rows are given.')
      }
      const world = await openVisitor({ device: { openDatabase, hasFocus: () => false } })
      keepOwner(world.store, { onLeft() {}, onGone() {}, createRows: () => rows })
      await settle()
      return world
    },
    raise: (world) => put(world, 'first'),
    disprove(world) {
      state.isFull = false
      return put(world, 'second')
    },
  }
}

export function fullStorage(): FailureScene {
  const storage = createFakeStorage()
  let isFull = true
  const setItem = (key: string, value: string) => (isFull ? quota() : storage.setItem(key, value))
  return {
    open: () => openVisitor({ openStorage: () => ({ ...storage, setItem }) }),
    raise: (world) => sendText(world, 'More'),
    async disprove({ clock, store }) {
      isFull = false
      // The former token is expired, so the next call reads the stored one.
      await clock.advance(1_000_000)
      await store.set(reloadThreadAtom)
    },
  }
}
