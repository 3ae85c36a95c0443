import { atom } from 'jotai/vanilla'
import type { Auth } from '../api/auth.ts'
import { type Cloud, type CloudIdentity, createAuth, createCloud } from '../api/cloud.ts'
import type { StorageState } from '../api/refresh-record.ts'
import type { ChatDeps } from './chat-deps.ts'

/** Who chats, as the host page says. */
export type IdentityRequest = CloudIdentity & {
  /** Counts the identities of this page; one with a lower count comes late and is ignored. */
  readonly epoch: number
}

export interface Identity {
  readonly mode: IdentityRequest['mode']
  readonly cloud: Cloud
  /** `null` for a client of the operator's own. */
  readonly auth: Auth | null
  /** Aborts what this identity waits for. */
  readonly closing: AbortController
}

const identityBaseAtom = atom<Identity | null>(null)
const storageBaseAtom = atom<StorageState>('kept')

/** Who chats; `null`: nobody is known. */
export const identityAtom = atom((get) => get(identityBaseAtom))
export const setIdentityAtom = atom(null, (_get, set, identity: Identity | null) =>
  set(identityBaseAtom, identity),
)
/** Whether the host page said who it is: then only it can help where somebody is refused. */
export const isHostUser = (identity: Identity | null): boolean =>
  identity !== null && identity.mode !== 'anonymous'
/** `memory`: the browser keeps nothing, so the history ends with this page. */
export const storageStateAtom = atom((get) => get(storageBaseAtom))
export const noteStorageAtom = atom(null, (_get, set, state: StorageState) =>
  set(storageBaseAtom, state),
)

/** @throws AlcoveError `config_invalid` for a key that cannot be used. */
export function createIdentity(
  request: IdentityRequest,
  isFirst: boolean,
  deps: ChatDeps,
  onStorageState: (state: StorageState) => void,
): Identity {
  const { mode } = request
  const closing = new AbortController()
  const world = { ...deps, onStorageState }
  if (deps.createCloud) {
    return { mode, cloud: deps.createCloud(request, world), auth: null, closing }
  }
  const auth = createAuth(request, deps.base, world, isFirst ? 'initial' : 'identity')
  return { mode, cloud: createCloud({ ...deps, auth }), auth, closing }
}
