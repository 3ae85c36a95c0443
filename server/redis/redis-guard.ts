import type { RedisConnection } from './connect-redis.ts'

/** Log of the start and the end of an outage, once each. */
export interface OutageLog {
  warn(fields: Readonly<Record<string, unknown>>, text: string): void
  info(fields: Readonly<Record<string, unknown>>, text: string): void
}

export interface RedisGuardParts {
  readonly connection: Pick<RedisConnection, 'trouble'>
  /** Makes the same kind of call to Redis as others do, and rejects while that fails. */
  readonly probe: () => Promise<unknown>
  readonly log: OutageLog
  /** Log texts about the outage and its end. */
  readonly texts: { readonly out: string; readonly back: string }
  /** Called when Redis works again. */
  readonly onReturn?: () => void
}

/** Avoids calls to a Redis that fails, until it works. */
export interface RedisGuard {
  /** Resolves with `ask`, or with `instead` while Redis fails. */
  call<Answer>(ask: () => Promise<Answer>, instead: () => Promise<Answer>): Promise<Answer>
  /** Stops the probes. */
  close(): void
}

/** Interval of the probes during an outage. */
export const PROBE_INTERVAL_MS = 1_000

/**
 * A failed call starts an outage, so that later calls do not each wait for a time limit. A successful probe
 * ends it; the probe does what calls do, since a Redis that refuses writes would still answer a ping.
 */
export function createRedisGuard(parts: RedisGuardParts): RedisGuard {
  const { connection, probe, log, texts, onReturn } = parts
  let state: 'works' | 'out' | 'closed' = 'works'
  let timer: ReturnType<typeof setTimeout> | undefined

  function startOutage(error: unknown) {
    if (state !== 'works') return
    state = 'out'
    // A refused command means only that there is no connection.
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
