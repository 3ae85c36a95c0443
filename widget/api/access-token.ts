import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import type { Clock } from './clock.ts'

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
function readTokenPayload(token: string): Record<string, unknown> | undefined {
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

/** Whom a token is about; `null` when it does not say. The signature is the server's business. */
export function readTokenSubject(token: string): string | null {
  const subject = readTokenPayload(token)?.['sub']
  return typeof subject === 'string' && subject !== '' ? subject : null
}

/** A token is renewed when no more than this remains (specification, section 9). */
export const TOKEN_MARGIN_MS = 30_000

/** One access token, in memory only. */
export interface TokenCache {
  /** The token while more than {@link TOKEN_MARGIN_MS} remain. */
  usable(): string | null
  /** The last token, however old. */
  last(): string | null
  /**
   * `just-issued`: made by our server for this answer, so its life is counted from now on and a
   * wrong computer clock does not matter. `of-any-age`: only its `exp` can be trusted.
   *
   * @throws AlcoveError `token_malformed`.
   */
  keep(token: string, age: 'just-issued' | 'of-any-age'): void
  /** The server refused this token; a newer one stays. */
  expire(token: string): void
}

export function createTokenCache(clock: Clock): TokenCache {
  let token: string | null = null
  let remainingMs: () => number = () => 0

  return {
    usable: () => (token !== null && remainingMs() > TOKEN_MARGIN_MS ? token : null),
    last: () => token,
    keep(next, age) {
      const { exp, iat } = readTokenClaims(next)
      const end =
        age === 'just-issued' && iat !== undefined ? clock.uptime() + (exp - iat) * 1000 : null
      remainingMs = end === null ? () => exp * 1000 - clock.now() : () => end - clock.uptime()
      token = next
    },
    expire(refused) {
      if (token === refused) remainingMs = () => 0
    },
  }
}
