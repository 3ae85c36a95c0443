import { atom } from 'jotai/vanilla'
import type { ApiKeyCredentials } from '../../shared/bridge/contract.ts'
import { createAnonymousAuth } from '../api/anonymous-auth.ts'
import { createApiKeyAuth } from '../api/api-key-auth.ts'
import type { Auth } from '../api/auth.ts'
import type { Cloud } from '../api/cloud.ts'
import { createCloud } from '../api/create-cloud.ts'
import { createHostAuth } from '../api/host-auth.ts'
import type { GetToken } from '../../shared/bridge/contract.ts'
import { createRefreshRecord, type StorageState } from '../api/refresh-record.ts'
import type { ChatDeps } from './chat-deps.ts'

/** Who chats, as the host page says. */
export type IdentityRequest = {
  /** Counts the identities of this page; one with a lower count comes late and is ignored. */
  readonly epoch: number
} & (
  | { readonly mode: 'anonymous' }
  | { readonly mode: 'token'; readonly getToken: GetToken }
  | ({ readonly mode: 'apiKey' } & ApiKeyCredentials)
)

export interface Identity {
  readonly mode: IdentityRequest['mode']
  readonly cloud: Cloud
  /** `null` for a client of the operator's own. */
  readonly auth: Auth | null
  /** Aborts what this identity waits for. */
  readonly closing: AbortController
}

export const identityAtom = atom<Identity | null>(null)
/** Whether the host page said who it is: then only it can help where somebody is refused. */
export const isHostUser = (identity: Identity | null): boolean =>
  identity !== null && identity.mode !== 'anonymous'
export const storageFactAtom = atom<StorageState>('kept')

/** @throws AlcoveError `config_invalid` for a key that cannot be used. */
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
  if (request.mode === 'apiKey') return createApiKeyAuth(request)
  const record = createRefreshRecord({ base: deps.base, openStorage: deps.openStorage, onState })
  return createAnonymousAuth({ ...deps, record })
}
