import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { TokenCache } from './access-token.ts'

/** Who calls. One strategy per identity; an identity change makes a new one. */
export interface Auth {
  /** Sent with every call, besides the token. */
  readonly headers?: Readonly<Record<string, string>>
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
  /** The error to report when the replacement was refused as well. */
  refusal(error: unknown): unknown
}

export interface TokenOptions {
  /** Whether a new anonymous identity may be made: only when a message is sent. */
  readonly mayMint: boolean
  readonly signal?: AbortSignal | undefined
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
