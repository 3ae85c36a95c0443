import { setTimeout as delay } from 'node:timers/promises'
import { AlcoveError } from '../../../../shared/errors.ts'
import type { Health } from '../../../../shared/desk/reports.ts'

/** How long a result is shown, so that openings of the page cost one look a minute. */
export const HEALTH_LIFE_MS = 60_000
/** A check that takes longer says nothing. */
export const CHECK_LIMIT_MS = 5_000

type Check = Health['checks'][number]

/** Result of a check: a sentence, and what to do unless all is good. */
export type Finding = Pick<Check, 'state' | 'sentence'> & { readonly remedy?: string | undefined }

/** Looks at one part of the service; rejects if the part does not work. */
export interface HealthCheck {
  readonly name: string
  readonly look: () => Promise<Finding | readonly Finding[]>
}

interface HealthCheckParts {
  readonly checks: readonly HealthCheck[]
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds, from any fixed point. */
  readonly elapsed: () => number
  /** Default: {@link CHECK_LIMIT_MS}. */
  readonly limitMs?: number
}

/** Runs all checks at once, and keeps what they found for {@link HEALTH_LIFE_MS}; concurrent calls share it. */
export function createHealthChecks(parts: HealthCheckParts): () => Promise<readonly Check[]> {
  const { checks, now, elapsed, limitMs = CHECK_LIMIT_MS } = parts
  let latest: { readonly found: Promise<readonly Check[]>; readonly at: number } | undefined

  async function look({ name, look }: HealthCheck): Promise<readonly Check[]> {
    const at = new Date(now()).toISOString()
    const findings = await within(limitMs, look).catch(toFinding)
    return [findings].flat().map(({ state, sentence, remedy = null }) => ({
      name,
      state,
      sentence,
      remedy,
      at,
    }))
  }

  return () => {
    if (!latest || elapsed() - latest.at >= HEALTH_LIFE_MS) {
      const found = Promise.all(checks.map(look)).then((lists) => lists.flat())
      latest = { found, at: elapsed() }
    }
    return latest.found
  }
}

/** Limit: CHECK_LIMIT_MS, "a check that hangs is unknown, and the others are told". */
async function within(
  limitMs: number,
  look: HealthCheck['look'],
): Promise<Finding | readonly Finding[]> {
  const waiting = new AbortController()
  const late = delay(limitMs, undefined, { signal: waiting.signal }).then((): Finding => ({
    state: 'unknown',
    sentence: `There was no answer within ${limitMs / 1_000} seconds.`,
    remedy: 'Load this page again in a minute, and look into the log of the server.',
  }))
  try {
    return await Promise.race([look(), late])
  } finally {
    waiting.abort()
    late.catch(() => {})
  }
}

/** An error of ours is a sentence for the operator; others may hold more than that. */
function toFinding(error: unknown): Finding {
  const isTold = error instanceof AlcoveError
  return {
    state: 'bad',
    sentence: isTold ? error.message : 'The check failed.',
    remedy: (isTold ? error.hint : undefined) ?? 'The log of the server has the cause.',
  }
}
