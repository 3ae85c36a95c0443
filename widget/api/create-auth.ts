import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createAnonymousAuth } from './anonymous-auth.ts'
import { createApiKeyAuth } from './api-key-auth.ts'
import type { Auth } from './auth.ts'
import type { CloudWorld } from './cloud-world.ts'
import type { GetToken } from '../../shared/bridge/contract.ts'
import { createHostAuth } from './host-auth.ts'
import { createRefreshRecord } from './refresh-record.ts'

/** Who calls. The first of the three that is set counts. */
export type AuthConfig =
  | { readonly authToken: GetToken }
  | { readonly apiKey: string; readonly userId: string; readonly workspaceId: string }
  | { readonly anonymous: true }

/** @throws AlcoveError `config_invalid` when none of the three is set. */
export function authModeOf(config: AuthConfig): 'token' | 'apiKey' | 'anonymous' {
  // It comes from code that may not be typed.
  const { authToken, apiKey, anonymous } = config as Partial<Record<string, unknown>>
  if (authToken) return 'token'
  if (apiKey) return 'apiKey'
  if (anonymous) return 'anonymous'
  throw new AlcoveError('config_invalid', ERROR_TEXTS.invalidConfiguration)
}

/**
 * @param base origin and path of the project, without `/v1` and a slash at its end.
 * @throws AlcoveError `config_invalid` when nothing says who calls, or the API key cannot be used.
 */
export function createAuth(config: AuthConfig, base: string, world: CloudWorld): Auth {
  const mode = authModeOf(config)
  if (mode === 'token' && 'authToken' in config) {
    return createHostAuth({ getToken: config.authToken, clock: world.clock })
  }
  if (mode === 'apiKey' && 'apiKey' in config) return createApiKeyAuth(config)
  const { openStorage, onStorageState: onState } = world
  const record = createRefreshRecord({ base, openStorage, ...(onState ? { onState } : {}) })
  return createAnonymousAuth({ ...world, base, record })
}
