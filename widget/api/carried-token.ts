import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { TokenCache } from './token-cache.ts'

const BEARER = /^Bearer (\S+)$/

/**
 * Any answer may carry a fresh token of the server in its `Authorization` header.
 *
 * @throws AlcoveError `auth_failed` for anything but `Bearer` and a token.
 */
export function readCarriedToken(response: Response): string | null {
  const header = response.headers.get('Authorization')
  if (header === null) return null
  const token = BEARER.exec(header)?.[1]
  if (token === undefined) throw new AlcoveError('auth_failed', ERROR_TEXTS.invalidAuthHeader)
  return token
}

/**
 * Takes up the token that an answer carries, if there is one.
 *
 * @throws AlcoveError `auth_failed`, `token_malformed`.
 */
export function keepCarriedToken(response: Response, cache: TokenCache): void {
  const token = readCarriedToken(response)
  if (token !== null) cache.keep(token, 'just-issued')
}
