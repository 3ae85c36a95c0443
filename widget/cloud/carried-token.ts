import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { TokenCache } from './token-cache.ts'

const BEARER = /^Bearer (\S+)$/

/**
 * Any answer may carry a fresh token of the server in its `Authorization` header.
 *
 * @throws AlcoveError `auth_failed` for anything but `Bearer` and a token; `token_malformed`.
 */
export function keepCarriedToken(response: Response, cache: TokenCache): void {
  const header = response.headers.get('Authorization')
  if (header === null) return
  const token = BEARER.exec(header)?.[1]
  if (token === undefined) throw new AlcoveError('auth_failed', ERROR_TEXTS.invalidAuthHeader)
  cache.keep(token, 'just-issued')
}
