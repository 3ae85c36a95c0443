import type { GetToken } from '../../shared/bridge/contract.ts'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import {
  createTokenCache,
  type Auth,
  type TokenOptions,
  keepCarriedToken,
  createSingleFlight,
  readTokenOwner,
} from './auth.ts'
import { type Clock, untilAborted, withTimeLimit } from './clock.ts'

/** Time limit for the host page to give a token. No other limit applies between request and answer. */
export const HOST_TOKEN_TIMEOUT_MS = 10_000

const NO_TOKEN_HINT = 'getToken gave no token.'
/** True if the page's first answer was not a token: the page has signed out. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof AlcoveError && error.hint === NO_TOKEN_HINT

export interface HostAuthSettings {
  readonly getToken: GetToken
  readonly clock: Clock
  /** Reason given with the request for the first token; default `initial`. */
  readonly firstReason?: 'initial' | 'identity' | undefined
}

/** Credentials of a user of the host page. The page provides the token, which is kept in memory only. */
export function createHostAuth({ getToken, clock, firstReason }: HostAuthSettings): Auth {
  const cache = createTokenCache(clock)
  let isRefused = false
  const asking = createSingleFlight(ask)

  async function ask(): Promise<string> {
    const previous = cache.last()
    const reason = isRefused
      ? 'rejected'
      : previous === null
        ? (firstReason ?? 'initial')
        : 'expiring'
    const token = await withTimeLimit(
      { clock, limitMs: HOST_TOKEN_TIMEOUT_MS, operation: 'getToken' },
      async (signal) => getToken({ reason, previous, signal }),
    ).catch((cause: unknown) => {
      throw failed(
        `getToken failed: ${cause instanceof Error ? cause.message : 'no reason given'}`,
        cause,
      )
    })
    // Validated, because the token came from another window.
    if (typeof token !== 'string' || token === '') {
      throw failed(previous === null ? NO_TOKEN_HINT : 'getToken gave no other token.')
    }
    cache.keep(token, 'of-any-age')
    isRefused = false
    return token
  }

  function token({ signal }: Pick<TokenOptions, 'signal'>): Promise<string> {
    const usable = isRefused ? null : cache.usable()
    if (usable !== null) return Promise.resolve(usable)
    // An aborting caller must not take the token from the others.
    return signal ? untilAborted(signal, asking.run()) : asking.run()
  }

  return {
    owner() {
      const token = cache.last()
      return token === null ? null : readTokenOwner(token)
    },
    hasIdentity: () => true,
    token,
    replace(refused, options) {
      if (cache.last() === refused) isRefused = true
      return token(options)
    },
    inspect: (response) => keepCarriedToken(response, cache),
    refusal(error) {
      isRefused = true
      const { code, message, hint, data } = error instanceof AlcoveError ? error : failed()
      return new AlcoveError(code === 'clock_skew' ? code : 'token_rejected', message, {
        cause: error,
        ...(hint === undefined ? {} : { hint }),
        ...(data === undefined ? {} : { data }),
      })
    },
  }
}

function failed(hint?: string, cause?: unknown): AlcoveError {
  return new AlcoveError('auth_failed', ERROR_TEXTS.authorizationFailed, {
    ...(hint === undefined ? {} : { hint }),
    cause,
  })
}
