import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import type { Clock } from './clock.ts'

/** Credentials of the caller. Each identity has its own instance, and a change of identity makes a new one. */
export interface Auth {
  /** Headers sent with every call, besides the token. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** User that the last token names, for comparisons; `null` while unknown. */
  owner(): string | null
  /** True if a call could succeed without making a new identity. */
  hasIdentity(): boolean
  /**
   * Returns the access token; `null` if no identity exists yet and `mayMint` forbids a new one.
   *
   * @throws AlcoveError `auth_failed`, `token_malformed`, `call_timeout`, or the error of a failed call.
   */
  token(options: TokenOptions): Promise<string | null>
  /** Returns another token after the server rejected this one, or the same one without another. Same errors. */
  replace(refused: string, options: TokenOptions): Promise<string | null>
  /** Takes over a token from a response. Called with every response. */
  inspect(response: Response): void
  /**
   * Forgets all that identifies this device to the server. Absent if nothing is stored.
   *
   * @returns the former refresh token, with which the session can be ended at the server.
   */
  forget?(): string | undefined
  /** Returns the error to report if the replacement was rejected as well. */
  refusal(error: unknown): unknown
}

export interface TokenOptions {
  /** True allows a new anonymous identity: only when a message is sent. */
  readonly mayMint: boolean
  readonly signal?: AbortSignal | undefined
}

export interface TokenClaims {
  /** Seconds since 1970. */
  readonly exp: number
  /** Time of issue, in seconds since 1970. */
  readonly iat?: number
}

/**
 * Reads the times of a token. Only the server verifies the signature.
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

/** Returns the claims of a token, `undefined` for a malformed one. */
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

/**
 * Returns user and workspace of a token, `null` if it does not name a user. After the server has verified the
 * page's token, it answers with its own, which names both. Neither contains white space.
 */
export function readTokenOwner(token: string): string | null {
  const { sub: user, workspace_id: workspace } = readTokenPayload(token) ?? {}
  if (typeof user !== 'string' || user === '') return null
  // A user without a workspace has one with the user's name.
  const isOwn = typeof workspace !== 'string' || workspace === user
  return isOwn ? user : `${user}\n${workspace}`
}

/** A token is renewed if at most this much of its life remains (specification, section 9). */
export const TOKEN_MARGIN_MS = 30_000

/** Keeps one access token, in memory only. */
export interface TokenCache {
  /** Returns the token while more than {@link TOKEN_MARGIN_MS} remain. */
  usable(): string | null
  /** Returns the last token, also an expired one. */
  last(): string | null
  /**
   * Stores a token.
   *
   * @param age `just-issued`: our server made it for this response, so its life counts from now and a wrong
   * computer clock does not matter. `of-any-age`: only its `exp` can be trusted.
   * @throws AlcoveError `token_malformed`.
   */
  keep(token: string, age: 'just-issued' | 'of-any-age'): void
  /** Drops a token that the server rejected; a newer one stays. */
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

const BEARER = /^Bearer (\S+)$/

/**
 * Reads the `Authorization` header, in which any response may carry a fresh token of the server.
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
 * Caches the token of a response, if there is one.
 *
 * @throws AlcoveError `auth_failed`, `token_malformed`.
 */
export function keepCarriedToken(response: Response, cache: TokenCache): void {
  const token = readCarriedToken(response)
  if (token !== null) cache.keep(token, 'just-issued')
}

/** Shares one run of a task: callers during a run get its result, and the next caller starts it again. */
export function createSingleFlight<Result>(task: () => Promise<Result>): {
  run(): Promise<Result>
  readonly isRunning: boolean
} {
  let flight: Promise<Result> | null = null
  return {
    run() {
      flight ??= task().finally(() => {
        flight = null
      })
      return flight
    },
    get isRunning() {
      return flight !== null
    },
  }
}
