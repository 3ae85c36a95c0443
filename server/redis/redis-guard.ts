export interface RedisGuardParts {
  /** Does to Redis what calls do, and rejects while that does not work. */
  readonly probe: () => Promise<unknown>
  /** Redis does not work: told once, until {@link onReturn}. */
  readonly onOutage: (error: unknown) => void
  readonly onReturn: () => void
}

/** Keeps calls away from a Redis that does not work, until it does. */
export interface RedisGuard {
  /** What `ask` answers; what `instead` answers when Redis does not work. */
  call<Answer>(ask: () => Promise<Answer>, instead: () => Promise<Answer>): Promise<Answer>
  /** Ends the looking for it. */
  close(): void
}

/** While Redis is out it is looked for this often. */
export const PROBE_INTERVAL_MS = 1_000

/**
 * One failed call is an outage: the ones after it must not each wait for a time limit of their own.
 * It ends with a probe that does what calls do; a ping would also be answered by a
 * Redis that takes no writes.
 */
export function createRedisGuard({ probe, onOutage, onReturn }: RedisGuardParts): RedisGuard {
  let state: 'works' | 'out' | 'closed' = 'works'
  let timer: ReturnType<typeof setTimeout> | undefined

  function startOutage(error: unknown) {
    if (state !== 'works') return
    state = 'out'
    onOutage(error)
    lookLater()
  }

  function lookLater() {
    timer = setTimeout(() => void look(), PROBE_INTERVAL_MS)
    timer.unref()
  }

  async function look() {
    try {
      await probe()
    } catch {
      if (state === 'out') lookLater()
      return
    }
    if (state !== 'out') return
    state = 'works'
    onReturn()
  }

  return {
    async call(ask, instead) {
      if (state !== 'works') return instead()
      try {
        return await ask()
      } catch (error) {
        startOutage(error)
      }
      return instead()
    },
    close() {
      state = 'closed'
      clearTimeout(timer)
    },
  }
}
