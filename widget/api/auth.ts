import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import type { Clock } from './clock.ts'

/** Who calls. One strategy per identity; an identity change makes a new one. */
export interface Auth {
  /** Sent with every call, besides the token. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whom the last token names, so that two can be compared; `null` while that is not known. */
  owner(): string | null
  /** Whether a call could succeed without making a new identity. */
  hasIdentity(): boolean
  /**
   * The access token. `null` when there is nobody yet and `mayMint` forbids to make somebody.
   *
   * @throws AlcoveError `auth_failed`, `token_malformed`, `call_timeout`, or a failed call's.
   */
  token(options: TokenOptions): Promise<string | null>
  /** Another token after the server refused this one; the same one when there is no other. Same errors. */
  replace(refused: string, options: TokenOptions): Promise<string | null>
  /** Takes over a token that an answer carries; every answer is shown to it. */
  inspect(response: Response): void
  /**
   * Keeps nothing by which this device could be the same one again. Absent where nothing is kept.
   *
   * @returns the refresh token that it was, by which the server can be told.
   */
  forget?(): string | undefined
  /** The error to report when the replacement was refused as well. */
  refusal(error: unknown): unknown
}

export interface TokenOptions {
  /** Whether a new anonymous identity may be made: only when a message is sent. */
  readonly mayMint: boolean
  readonly signal?: AbortSignal | undefined
}

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

/**
 * User and workspace of a token; `null` when it does not name a user. Once the server has verified the page's
 * token, it answers with its own, which names both. Neither holds white space.
 */
export function readTokenOwner(token: string): string | null {
  const { sub: user, workspace_id: workspace } = readTokenPayload(token) ?? {}
  if (typeof user !== 'string' || user === '') return null
  // A user without a workspace has one of their own, with their name.
  const isOwn = typeof workspace !== 'string' || workspace === user
  return isOwn ? user : `${user}\n${workspace}`
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

/** Callers that come while a task runs share its result; the next caller after it starts it again. */
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
