import type { Auth } from './auth.ts'
import type { Fetch } from './call.ts'
import { keepCarriedToken } from './carried-token.ts'
import type { Clock } from './clock.ts'
import { underLock, type Locks } from './locks.ts'
import type { RefreshRecord } from './refresh-record.ts'
import { statusOf } from './request-error.ts'
import { createSingleFlight } from './single-flight.ts'
import { createTokenCache } from './token-cache.ts'
import { mintTokens, refreshTokens, type Tokens } from './token-calls.ts'
import { untilAborted, withTimeLimit } from './time-limit.ts'

/** How long a token may take, the wait for other tabs included. */
export const AUTH_TIMEOUT_MS = 30_000
/** How often a refused refresh token is tried again because another tab replaced it meanwhile. */
export const REFRESH_TRIES = 3
/** Only these say that a refresh token is dead. Anything else must never cost a visitor the history. */
const DEAD_TOKEN_STATUSES: readonly (number | undefined)[] = [400, 401, 403]

export interface AnonymousAuthSettings {
  /** Origin and path of the project, without `/v1`. */
  readonly base: string
  readonly fetch: Fetch
  readonly clock: Clock
  readonly record: RefreshRecord
  readonly locks?: Locks | undefined
}

const lockName = (base: string): string => `assistant-cloud:anonymous-auth:${base}`

/** A visitor without an account: tokens come from the server, made when the first message is sent. */
export function createAnonymousAuth(settings: AnonymousAuthSettings): Auth {
  const { base, fetch, clock, record, locks } = settings
  const cache = createTokenCache(clock)
  const refreshing = createSingleFlight(() => alone('Renewing the token', refresh))
  const minting = createSingleFlight(() =>
    // Another tab may have become somebody while this one waited for the lock.
    alone('Getting a token', async (signal) => (await refresh(signal)) ?? mint(signal)),
  )

  function alone(operation: string, task: (signal: AbortSignal) => Promise<string | null>) {
    return withTimeLimit({ clock, limitMs: AUTH_TIMEOUT_MS, operation }, (signal) =>
      underLock(locks, lockName(base), signal, () => task(signal)),
    )
  }

  /**
   * @param presented the refresh token that was presented for these; `null`: somebody was made. What
   *   another tab wrote meanwhile is newer than a late answer, so it stays.
   */
  function keep(tokens: Tokens, presented: string | null): string {
    cache.keep(tokens.access_token, 'just-issued')
    const current = record.read()?.token ?? null
    if (tokens.refresh_token && (current === null || current === presented)) {
      record.write(tokens.refresh_token)
    }
    return tokens.access_token
  }

  /** `null` when there is no refresh token, or a dead one. */
  async function refresh(signal: AbortSignal): Promise<string | null> {
    for (let tries = 1; ; tries += 1) {
      // Its `expires_at` is not looked at: a computer with a wrong clock would forget who it is.
      const stored = record.read()
      if (!stored) return null
      try {
        return keep(await refreshTokens(base, fetch, stored.token, signal), stored.token)
      } catch (error) {
        if (!DEAD_TOKEN_STATUSES.includes(statusOf(error))) throw error
        const current = record.read()
        if (current && current.token !== stored.token) {
          if (tries < REFRESH_TRIES) continue
          throw error
        }
        record.remove()
        return null
      }
    }
  }

  async function mint(signal: AbortSignal): Promise<string> {
    const tokens = await mintTokens(base, fetch, signal)
    // Without locks another tab may have become somebody meanwhile: all tabs are that one.
    const other = record.read() ? await refresh(signal) : null
    return other ?? keep(tokens, null)
  }

  const auth: Auth = {
    hasIdentity: () => cache.last() !== null || record.read() !== null,
    async token({ mayMint, signal }) {
      const usable = cache.usable()
      if (usable !== null) return usable
      // A caller that gives up must not take the token from the others.
      const shared = <Result>(flight: Promise<Result>) =>
        signal ? untilAborted(signal, flight) : flight
      const refreshed = await shared(refreshing.run())
      return refreshed !== null || !mayMint ? refreshed : shared(minting.run())
    },
    replace(refused, options) {
      cache.expire(refused)
      return auth.token(options)
    },
    inspect: (response) => keepCarriedToken(response, cache),
    refusal: (error) => error,
  }
  return auth
}
