import { AlcoveError } from '../../shared/errors.ts'
import type { Auth, TokenOptions } from './auth.ts'
import { untilAborted } from './clock.ts'

/**
 * Credentials that the page may replace while calls are under way: between the page's word and the
 * server's answer no call gets a token, so nothing is sent for a person who may be gone.
 */
export interface HeldAuth extends Auth {
  /** The server has answered a call that these credentials made. */
  isProven(): boolean
  /** Calls wait from now on. */
  hold(): void
  /** Waits as calls do; for a call that carries no token of ours. */
  passed(signal?: AbortSignal | null): Promise<void>
  /** Calls go on, with the credentials of `next` where it is given: of the same person. */
  release(next?: HeldAuth): void
  /** Calls that wait fail: another person chats. */
  end(): void
  /** The credentials themselves. */
  readonly credentials: Auth
}

export function createHeldAuth(first: Auth): HeldAuth {
  let current = first
  let isProven = false
  let gate: PromiseWithResolvers<void> | null = null

  async function passed(signal?: AbortSignal | null) {
    for (;;) {
      if (!gate) return
      await (signal ? untilAborted(signal, gate.promise) : gate.promise)
    }
  }

  /** A question that was under way when the page spoke is asked again, of the credentials that count then. */
  async function ask<Token>(
    question: (auth: Auth) => Promise<Token>,
    { signal }: TokenOptions,
  ): Promise<Token> {
    for (;;) {
      await passed(signal)
      const asked = current
      const isOvertaken = () => gate !== null || asked !== current
      try {
        const token = await question(asked)
        if (!isOvertaken()) return token
      } catch (error) {
        if (!isOvertaken()) throw error
      }
    }
  }

  function hold() {
    if (gate) return gate
    // No limit: the table in `world/naming.ts` ends it, by an answer, a refusal or a sign-out.
    gate = Promise.withResolvers()
    // A rejection without a waiting call is no error.
    gate.promise.catch(() => {})
    return gate
  }

  return {
    get headers() {
      return current.headers
    },
    get credentials() {
      return current
    },
    isProven: () => isProven,
    owner: () => (isProven ? current.owner() : null),
    hasIdentity: () => current.hasIdentity(),
    token: (options) => ask((auth) => auth.token(options), options),
    replace: (refused, options) => ask((auth) => auth.replace(refused, options), options),
    inspect(response) {
      current.inspect(response)
      isProven ||= response.ok
    },
    refusal: (error) => current.refusal(error),
    ...(first.forget ? { forget: () => current.forget?.() } : {}),
    passed,
    hold: () => void hold(),
    release(next) {
      if (next) current = next.credentials
      gate?.resolve()
      gate = null
    },
    end() {
      hold().reject(new AlcoveError('destroyed', 'Somebody else is chatting now.'))
    },
  }
}
