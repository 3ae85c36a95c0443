import type { Clock } from './clock.ts'
import { readTokenClaims } from './token-claims.ts'

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
