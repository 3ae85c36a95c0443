import { atom } from 'jotai/vanilla'
import { type Cloud, type CloudIdentity, createAuth, createCloud } from '../api/cloud.ts'
import { createHeldAuth, type HeldAuth } from '../api/held-auth.ts'
import type { StorageState } from '../api/refresh-record.ts'
import { depsOf } from './chat-deps.ts'
import { disproveAtom, failuresAtom, noteFactAtom, watchCallsAtom } from './failures.ts'

/** Identity of the user, as the host page states it. */
export type IdentityRequest = CloudIdentity & {
  /** Number of this naming on the page. A request with a lower number is late and ignored. */
  readonly epoch: number
}

export interface Identity {
  readonly mode: IdentityRequest['mode']
  readonly cloud: Cloud
  /** `null` for a client supplied by the operator. */
  readonly auth: HeldAuth | null
  /** Aborts pending work of this identity. */
  readonly closing: AbortController
}

const identityBaseAtom = atom<Identity | null>(null)

/** The current identity; `null` if unknown. */
export const identityAtom = atom((get) => get(identityBaseAtom))
export const setIdentityAtom = atom(null, (get, set, identity: Identity | null) => {
  if (get(identityBaseAtom) !== identity) set(changesAtom, (count) => count + 1)
  set(identityBaseAtom, identity)
})
const changesAtom = atom(0)
/** Number of the current person. State with text of one person must not be shown to the next. */
export const personNumberAtom = atom((get) => get(changesAtom))
/** True if the host page named the user. Then only the page can help after a refusal. */
export const isHostUser = (identity: Identity | null): boolean =>
  identity !== null && identity.mode !== 'anonymous'
/** `memory`: the browser stores nothing, so the history ends with this page. */
export const storageStateAtom = atom((get): StorageState =>
  get(failuresAtom).some(({ type }) => type === 'rows' || type === 'visitor-token')
    ? 'memory'
    : 'kept',
)
/** Notes whether drafts and waiting messages are stored. */
export const noteRowsAtom = atom(null, (_get, set, state: StorageState) =>
  state === 'kept' ? set(disproveAtom, 'rows kept') : set(noteFactAtom, 'rows not kept'),
)
const noteVisitorTokenAtom = atom(null, (_get, set, state: StorageState) =>
  state === 'kept'
    ? set(disproveAtom, 'visitor token kept')
    : set(noteFactAtom, 'visitor token not kept'),
)

/** @throws AlcoveError `config_invalid` for an invalid key. */
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
