import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { EXTERNAL_ID_MAX } from '../../shared/wire/fields.ts'
import { mintedTokenSchema, USER_ID_HEADER, WORKSPACE_ID_HEADER } from '../../shared/wire/tokens.ts'
import { type Auth, readCarriedToken } from './auth.ts'
import { parseAnswer } from './call.ts'
import type { Requests } from './create-requests.ts'

/** Keys with this prefix open a whole project, so only servers may hold them. */
const SERVER_KEY = /^sk_/
/** Characters that a header may carry, without spaces. */
const HEADER_TEXT = /^[\x21-\x7e]+$/

export interface ApiKeyAuthSettings {
  readonly apiKey: string
  readonly userId: string
  readonly workspaceId: string
  /** True in a page. Default: whether there is a `window`. */
  readonly isPage?: boolean
}

/**
 * Auth by an API key of the project, for the user that it names.
 *
 * @throws AlcoveError `config_invalid`: a server's key in a page, or a key or id that no header can carry.
 */
export function createApiKeyAuth(settings: ApiKeyAuthSettings): Auth {
  const { apiKey, userId, workspaceId, isPage = 'window' in globalThis } = settings
  for (const [name, value] of Object.entries({ apiKey, userId, workspaceId })) {
    const isFine = typeof value === 'string' && HEADER_TEXT.test(value)
    if (isFine && value.length <= EXTERNAL_ID_MAX) continue
    throw new AlcoveError('config_invalid', ERROR_TEXTS.invalidConfiguration, {
      hint: `Set ${name} to a text of 1 to ${EXTERNAL_ID_MAX} ASCII characters without spaces.`,
    })
  }
  if (isPage && SERVER_KEY.test(apiKey)) {
    throw new AlcoveError(
      'config_invalid',
      'This API key is for servers only: in a page everybody could read it.',
      { hint: 'Use a browser key (pk_…), or a token of your own server, and revoke this key.' },
    )
  }
  const headers = { [USER_ID_HEADER]: userId, [WORKSPACE_ID_HEADER]: workspaceId }
  return {
    headers,
    // The same key may stand for several users, so the headers are part of the owner.
    owner: () => `${apiKey}:${JSON.stringify(headers)}`,
    hasIdentity: () => true,
    token: () => Promise.resolve(apiKey),
    replace: () => Promise.resolve(apiKey),
    // Only validate a short token: used in place of the key, it would drop the headers' meaning.
    inspect: (response) => void readCarriedToken(response),
    refusal: (error) => error,
  }
}

/** Mints a short-lived token for the user of an API key. Only API keys may do so. */
export async function mintUserToken(requests: Requests, signal: AbortSignal): Promise<string> {
  const request = { method: 'POST', path: '/auth/tokens', mayMint: false } as const
  return parseAnswer(mintedTokenSchema, await requests.json(request, signal)).token
}
