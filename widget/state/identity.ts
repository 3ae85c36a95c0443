import { atom } from 'jotai/vanilla'
import { createAnonymousAuth } from '../cloud/anonymous-auth.ts'
import type { Auth } from '../cloud/auth.ts'
import type { Cloud } from '../cloud/cloud.ts'
import { createCloud } from '../cloud/create-cloud.ts'
import { createHostAuth, type GetToken } from '../cloud/host-auth.ts'
import { createRefreshRecord, type StorageState } from '../cloud/refresh-record.ts'
import type { ChatDeps } from './chat-deps.ts'

/** Who chats, as the host page says. */
export type IdentityRequest = {
  /** Counts the identities of this page; one with a lower count comes late and is ignored. */
  readonly epoch: number
} & ({ readonly mode: 'anonymous' } | { readonly mode: 'token'; readonly getToken: GetToken })

export interface Identity {
  readonly mode: IdentityRequest['mode']
  readonly cloud: Cloud
  /** `null` for a client of the operator's own. */
  readonly auth: Auth | null
  /** Aborts what this identity waits for. */
  readonly closing: AbortController
}

export const identityAtom = atom<Identity | null>(null)
export const storageFactAtom = atom<StorageState>('kept')

export function createIdentity(
  request: IdentityRequest,
  isFirst: boolean,
  deps: ChatDeps,
  onStorageState: (state: StorageState) => void,
): Identity {
  const { mode } = request
  const closing = new AbortController()
  if (deps.createCloud) {
    const cloud = deps.createCloud(request, { ...deps, onStorageState })
    return { mode, cloud, auth: null, closing }
  }
  const auth = createAuth(request, isFirst, deps, onStorageState)
  return { mode, cloud: createCloud({ ...deps, auth }), auth, closing }
}

function createAuth(
  request: IdentityRequest,
  isFirst: boolean,
  deps: ChatDeps,
  onState: (state: StorageState) => void,
): Auth {
  if (request.mode === 'token') {
    const firstReason = isFirst ? 'initial' : 'identity'
    return createHostAuth({ getToken: request.getToken, clock: deps.clock, firstReason })
  }
  const record = createRefreshRecord({ base: deps.base, openStorage: deps.openStorage, onState })
  return createAnonymousAuth({ ...deps, record })
}
