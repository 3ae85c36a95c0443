import { atom } from 'jotai/vanilla'
import { type Cloud, type CloudIdentity, createAuth, createCloud } from '../api/cloud.ts'
import { createHeldAuth, type HeldAuth } from '../api/held-auth.ts'
import type { StorageState } from '../api/refresh-record.ts'
import { depsOf } from './chat-deps.ts'
import { disproveAtom, failuresAtom, noteFactAtom, watchCallsAtom } from './failures.ts'

/** Who chats, as the host page says. */
export type IdentityRequest = CloudIdentity & {
  /** Counts the identities of this page; one with a lower count comes late and is ignored. */
  readonly epoch: number
}

export interface Identity {
  readonly mode: IdentityRequest['mode']
  readonly cloud: Cloud
  /** `null` for a client of the operator's own. */
  readonly auth: HeldAuth | null
  /** Aborts what this identity waits for. */
  readonly closing: AbortController
}

const identityBaseAtom = atom<Identity | null>(null)

/** Who chats; `null`: nobody is known. */
export const identityAtom = atom((get) => get(identityBaseAtom))
export const setIdentityAtom = atom(null, (get, set, identity: Identity | null) => {
  if (get(identityBaseAtom) !== identity) set(changesAtom, (count) => count + 1)
  set(identityBaseAtom, identity)
})
const changesAtom = atom(0)
/** Another number for each person: what holds words of one is not shown to the next. */
export const personNumberAtom = atom((get) => get(changesAtom))
/** Whether the host page said who it is: then only it can help where somebody is refused. */
export const isHostUser = (identity: Identity | null): boolean =>
  identity !== null && identity.mode !== 'anonymous'
/** `memory`: the browser keeps nothing, so the history ends with this page. */
export const storageStateAtom = atom((get): StorageState =>
  get(failuresAtom).some(({ type }) => type === 'rows' || type === 'visitor-token')
    ? 'memory'
    : 'kept',
)
/** Whether drafts and waiting messages are kept. */
export const noteRowsAtom = atom(null, (_get, set, state: StorageState) =>
  state === 'kept' ? set(disproveAtom, 'rows kept') : set(noteFactAtom, 'rows not kept'),
)
const noteVisitorTokenAtom = atom(null, (_get, set, state: StorageState) =>
  state === 'kept'
    ? set(disproveAtom, 'visitor token kept')
    : set(noteFactAtom, 'visitor token not kept'),
)

/** @throws AlcoveError `config_invalid` for a key that cannot be used. */
export const createIdentityAtom = atom(
  null,
  (get, set, request: IdentityRequest, isFirst: boolean): Identity => {
    const { mode } = request
    const closing = new AbortController()
    const given = depsOf(get)
    const deps = { ...given, fetch: set(watchCallsAtom, given.fetch, closing.signal) }
    const onStorageState = (state: StorageState) => set(noteVisitorTokenAtom, state)
    const world = { ...deps, onStorageState }
    if (deps.createCloud) {
      return { mode, cloud: deps.createCloud(request, world), auth: null, closing }
    }
    const reason = isFirst ? 'initial' : 'identity'
    const auth = createHeldAuth(createAuth(request, deps.base, world, reason))
    return { mode, cloud: createCloud({ ...deps, auth }), auth, closing }
  },
)
