import { forgetThreadKeysAtom, noteShownKeyAtom } from '../conversation/atoms/thread-keys.ts'
import type { Store } from 'jotai/vanilla'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { createNoCloud } from '../api/cloud.ts'
import { createFakeLocks, createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { createHeldAuth, type HeldAuth } from '../api/held-auth.ts'
import { createManualClock, settle, type ManualClock } from '../api/manual-clock.test-support.ts'
import { currentDraftAtom, placeDraftAtom } from '../composer/atoms/drafts.ts'
import { DRAFT_WRITE_DELAY_MS, keepDrafts } from '../composer/atoms/keep-drafts.ts'
import { createMemoryRows } from '../device/device-rows.ts'
import { createFakeChannels } from '../device/fake-tabs.test-support.ts'
import { depsAtom, provideDepsAtom } from './chat-deps.ts'
import { createChatWorld } from './chat-world.test-support.ts'
import { identityAtom, setIdentityAtom, type Identity } from './identity.ts'
import { keepOwner } from '../session/keep-owner.ts'

export const LOCAL_THREAD = '__LOCALID_abcdefg'

const tokenOf = (subject: string) => `x.${btoa(JSON.stringify({ sub: subject, exp: 1 }))}.x`

/** The identity of a person whom page and server name; without a subject, of a visitor. */
export const identityOf = (subject?: string): Identity => ({
  mode: subject === undefined ? 'anonymous' : 'token',
  cloud: createNoCloud(),
  auth: subject === undefined ? null : provenAuth(subject),
  closing: new AbortController(),
})

function provenAuth(subject: string): HeldAuth {
  const auth = createHeldAuth({
    owner: () => subject || null,
    hasIdentity: () => true,
    token: async () => tokenOf(subject),
    replace: async () => tokenOf(subject),
    inspect: () => undefined,
    refusal: (error) => error,
  })
  auth.inspect(new Response())
  return auth
}

/** A browser, with the storage that its tabs share. */
export function createFakeDevice() {
  const rows = createMemoryRows()
  const openChannel = createFakeChannels()
  const locks = createFakeLocks()
  const shared = createFakeStorage()

  /** A freshly loaded frame; `storage` is its tab's storage. */
  async function openFrame(
    who: Identity,
    {
      storage = createFakeStorage(),
      thread = LOCAL_THREAD,
      clock = createManualClock(),
    }: { storage?: KeyValueStorage; thread?: string; clock?: ManualClock } = {},
  ) {
    const { store } = createChatWorld()
    const state = { hasFocus: false, left: 0 }
    store.set(provideDepsAtom, {
      ...store.get(depsAtom)!,
      clock,
      locks,
      openStorage: () => shared,
      openTabStorage: () => storage,
      device: {
        openDatabase: () => {
          throw new Error('The rows are given.')
        },
        openChannel,
        hasFocus: () => state.hasFocus,
      },
    })
    const drafts = keepDrafts(store)
    keepOwner(store, {
      onLeft: () => (state.left += 1),
      onGone: drafts.forget,
      createRows: () => rows,
    })
    store.set(setIdentityAtom, who)
    store.set(noteShownKeyAtom, thread)
    store.set(placeDraftAtom)
    await settle()
    return createFrame(store, { state, storage, clock, drafts })
  }
  return { rows, openFrame }
}

interface FrameParts {
  readonly state: { hasFocus: boolean; left: number }
  readonly storage: KeyValueStorage
  readonly clock: ManualClock
  readonly drafts: ReturnType<typeof keepDrafts>
}

function createFrame(store: Store, { state, storage, clock, drafts }: FrameParts) {
  return {
    store,
    state,
    storage,
    clock,
    ...drafts,
    get draft() {
      return store.get(currentDraftAtom)
    },
    async type(text: string) {
      store.set(currentDraftAtom, text)
      await clock.advance(DRAFT_WRITE_DELAY_MS)
      await settle()
    },
    async show(thread: string) {
      store.set(noteShownKeyAtom, thread)
      store.set(placeDraftAtom)
      await settle()
    },
    /** Lets the page name another person, or the same person again. */
    async identify(who: Identity, thread: string) {
      store.get(identityAtom)?.closing.abort()
      const { forgetDraftsAtom } = await import('../composer/atoms/drafts.ts')
      store.set(forgetDraftsAtom)
      store.set(forgetThreadKeysAtom)
      store.set(setIdentityAtom, who)
      await settle()
      store.set(noteShownKeyAtom, thread)
      store.set(placeDraftAtom)
      await settle()
    },
  }
}
