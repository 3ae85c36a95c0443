import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'

export interface TokenClaims {
  /** Seconds since 1970. */
  readonly exp: number
  /** When it was issued, in seconds since 1970. */
  readonly iat?: number
}

/**
 * The times in a token. The signature is the server's business.
 *
 * @throws AlcoveError `token_malformed`.
 */
export function readTokenClaims(token: string): TokenClaims {
  const claims = readTokenPayload(token)
  const exp = claims?.['exp']
  if (typeof exp !== 'number' || !Number.isFinite(exp)) {
    throw new AlcoveError('token_malformed', ERROR_TEXTS.tokenExpiry)
  }
  const iat = claims?.['iat']
  return typeof iat === 'number' && Number.isFinite(iat) ? { exp, iat } : { exp }
}

/** What a token says; undefined when it is no token. */
export function readTokenPayload(token: string): Record<string, unknown> | undefined {
  try {
    const part = token.split('.')[1] ?? ''
    const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
