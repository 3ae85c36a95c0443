import { decodeJwt } from 'jose'
import type { AccessTokens } from './access-token.ts'
import { ACCESS_TOKEN_ISSUER } from './access-token.ts'
import { createAuthError } from './auth-errors.ts'
import type { HostTokens } from './host-token.ts'
import type { Identity } from './identity.ts'

const SCHEME = 'Bearer '
/** Longest `Authorization` header that is looked at, in characters. */
export const AUTHORIZATION_MAX = 8192

/** Turns the `Authorization` header of a call into who calls. */
export interface Authenticator {
  /**
   * @throws AlcoveError `token_missing`, `token_malformed`, `token_expired`, `token_rejected`,
   * `auth_failed` (a token that is not valid yet).
   */
  authenticate(authorization: string | undefined, projectId: string): Promise<Identity>
}

export function createAuthenticator(
  accessTokens: AccessTokens,
  hostTokens: HostTokens,
): Authenticator {
  return {
    async authenticate(authorization, projectId) {
      if (authorization === undefined) throw createAuthError('missing')
      if (authorization.length > AUTHORIZATION_MAX) throw createAuthError('malformed')
      if (!authorization.startsWith(SCHEME)) throw createAuthError('scheme')
      const token = authorization.slice(SCHEME.length)
      // An API key or another opaque value has no dots; it gets a text of its own.
      if (!token.includes('.')) throw createAuthError('value')
      // Only chooses who checks: each checker has its own key and proves the issuer itself.
      const tokens = claimedIssuer(token) === ACCESS_TOKEN_ISSUER ? accessTokens : hostTokens
      return tokens.verify(token, projectId)
    },
  }
}

function claimedIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss
  } catch {
    throw createAuthError('malformed')
  }
}
