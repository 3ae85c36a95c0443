import type { ApiKeyCredentials } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'

type Credentials =
  | { readonly mode: 'anonymous' }
  | ({ readonly mode: 'apiKey' } & ApiKeyCredentials)

/** Credentials, or why there are none: `config_invalid`. */
export type CredentialsResult =
  | { readonly isUsable: true; readonly credentials: Credentials }
  | { readonly isUsable: false; readonly fault: AlcoveError }

/**
 * Reads the page's statement about its user if it has no token function: a key takes precedence over
 * anonymity. An unusable value gives `config_invalid`, whose text repeats nothing of it.
 */
export function readCredentials(given: unknown): CredentialsResult {
  // Read own properties only: a script of the page may have extended `Object.prototype`.
  const own = { __proto__: null, ...(given as object) } as Readonly<Record<string, unknown>>
  const { apiKey, userId, workspaceId, anonymous } = own
  const take = (credentials: Credentials) => ({ isUsable: true, credentials }) as const
  const refuse = (message: string, hint: string) =>
    ({ isUsable: false, fault: new AlcoveError('config_invalid', message, { hint }) }) as const
  if (anonymous === true && apiKey === undefined) return take({ mode: 'anonymous' })
  if (isHeaderText(apiKey) && !apiKey.startsWith('pk_')) return refuse(SECRET_KEY, SECRET_KEY_HINT)
  if (isHeaderText(apiKey) && isHeaderText(userId) && isHeaderText(workspaceId)) {
    return take({ mode: 'apiKey', apiKey, userId, workspaceId })
  }
  return refuse(NOBODY, apiKey === undefined ? AUTH_HINT : KEY_HINT)
}

/** Text that a header can carry, without spaces. */
const isHeaderText = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]{1,255}$/.test(value)

const SECRET_KEY = 'A page takes keys of browsers only (pk_…): everybody can read what is in it.'
const SECRET_KEY_HINT =
  'Revoke this key, and make one with: npm run alcove -- key create --project <id> --scope browser'
const NOBODY = 'This names nobody: getToken, token, apiKey or anonymous is missing.'
const AUTH_HINT =
  'Give getToken, which gets a token from your server; or nothing, for visitors without a name.'
const KEY_HINT =
  'apiKey, userId and workspaceId belong together, each of 1 to 255 ASCII characters without spaces.'
