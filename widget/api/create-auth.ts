import { createAnonymousAuth } from './anonymous-auth.ts'
import { createApiKeyAuth } from './api-key-auth.ts'
import type { Auth } from './auth.ts'
import type { CloudIdentity, CloudWorld } from './cloud.ts'
import { createHostAuth, type HostAuthSettings } from './host-auth.ts'
import { createRefreshRecord } from './refresh-record.ts'

/** As much of the world as says who calls. */
export type AuthWorld = Omit<CloudWorld, 'random'>

/**
 * Who calls, by the credentials of an identity.
 *
 * @param base origin and path of the project, without `/v1` and a slash at its end.
 * @param firstReason why a host page is asked for its first token; default `initial`.
 * @throws AlcoveError `config_invalid` for an API key that cannot be used.
 */
export function createAuth(
  identity: CloudIdentity,
  base: string,
  { fetch, clock, openStorage, locks, onStorageState }: AuthWorld,
  firstReason?: HostAuthSettings['firstReason'],
): Auth {
  switch (identity.mode) {
    case 'token':
      return createHostAuth({ getToken: identity.getToken, clock, firstReason })
    case 'apiKey':
      return createApiKeyAuth(identity)
    case 'anonymous': {
      const record = createRefreshRecord({ base, openStorage, onState: onStorageState })
      return createAnonymousAuth({ base, fetch, clock, record, locks })
    }
    default:
      return identity satisfies never
  }
}
