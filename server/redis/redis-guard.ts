import type { RedisConnection } from './connect-redis.ts'

/** Where an outage is told, once, and its end. */
export interface OutageLog {
  warn(fields: Readonly<Record<string, unknown>>, text: string): void
  info(fields: Readonly<Record<string, unknown>>, text: string): void
}

export interface RedisGuardParts {
  readonly connection: Pick<RedisConnection, 'trouble'>
  /** Does to Redis what calls do, and rejects while that does not work. */
  readonly probe: () => Promise<unknown>
  readonly log: OutageLog
  /** What the operator is told of the meantime, and of the time after it. */
  readonly texts: { readonly out: string; readonly back: string }
  /** Redis works again. */
  readonly onReturn?: () => void
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
export function createRedisGuard(parts: RedisGuardParts): RedisGuard {
  const { connection, probe, log, texts, onReturn } = parts
  let state: 'works' | 'out' | 'closed' = 'works'
  let timer: ReturnType<typeof setTimeout> | undefined

  function startOutage(error: unknown) {
    if (state !== 'works') return
    state = 'out'
    // A refused command says only that there is no connection.
    log.warn({ err: connection.trouble ?? error }, `Redis does not work: ${texts.out}`)
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
    log.info({}, `Redis works again: ${texts.back}`)
    onReturn?.()
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
