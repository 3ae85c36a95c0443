import { AlcoveError } from '../../shared/errors.ts'
import type { Auth, TokenOptions } from './auth.ts'
import { untilAborted } from './clock.ts'

/**
 * Credentials that the page may replace during calls. Between the page's announcement and the server's answer,
 * calls get no token, so nothing is sent for a person who may be gone.
 */
export interface HeldAuth extends Auth {
  /** True after the server has answered a call made with these credentials. */
  isProven(): boolean
  /** Makes calls wait. */
  hold(): void
  /** Waits as calls do. For a call without a token of ours. */
  passed(signal?: AbortSignal | null): Promise<void>
  /** Lets calls continue, with the credentials of `next` if given. `next` must belong to the same person. */
  release(next?: HeldAuth): void
  /** Rejects waiting calls, because the person has changed. */
  end(): void
  /** The wrapped credentials. */
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

  /** Repeats a question that was pending when the page replaced the credentials, with the new ones. */
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
    // Without waiting calls, the rejection must not count as unhandled.
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
