import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

export interface LimitRule {
  /** How many are allowed in a window. */
  readonly count: number
  readonly windowSeconds: number
  /** How many may come at once; `count` when absent. */
  readonly burst?: number
}

/** The names are those of `ALCOVE_LIMITS`, whose values replace the counts. */
export const LIMIT_DEFAULTS = {
  anonymousPerAddressPerMinute: { count: 30, windowSeconds: MINUTE_SECONDS },
  anonymousPerProjectPerHour: { count: 1_000, windowSeconds: HOUR_SECONDS },
  refreshesPerAddressPer5Minutes: { count: 150, windowSeconds: 5 * MINUTE_SECONDS, burst: 30 },
  callsPerUserPerMinute: { count: 120, windowSeconds: MINUTE_SECONDS },
  callsPerAddressPerMinute: { count: 600, windowSeconds: MINUTE_SECONDS },
  runsPerAnonymousUserPerMinute: { count: 10, windowSeconds: MINUTE_SECONDS },
  runsPerAnonymousUserPerDay: { count: 100, windowSeconds: DAY_SECONDS },
  runsPerUserPerMinute: { count: 20, windowSeconds: MINUTE_SECONDS },
  runsPerUserPerDay: { count: 1_000, windowSeconds: DAY_SECONDS },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof LIMIT_DEFAULTS
export type LimitTable = Readonly<Record<LimitName, LimitRule>>
export const LIMIT_NAMES = Object.keys(LIMIT_DEFAULTS) as LimitName[]

const EXPECTED = `expected "off", or a JSON object of positive whole numbers with names among ${LIMIT_NAMES.join(', ')}`

/**
 * `ALCOVE_LIMITS`: JSON over the defaults, or `off` for none at all.
 *
 * @throws AlcoveError `config_invalid`.
 */
export function parseLimits(text: string | undefined): LimitTable | 'off' {
  if (text === undefined) return LIMIT_DEFAULTS
  if (text === 'off') return 'off'
  const counts = parseObject(text)
  const table: Record<LimitName, LimitRule> = { ...LIMIT_DEFAULTS }
  for (const [name, count] of Object.entries(counts)) {
    if (!isLimitName(name)) throw createLimitsError(`unknown name "${name}"`)
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1) {
      throw createLimitsError(`${name} is ${JSON.stringify(count)}`)
    }
    table[name] = { count, windowSeconds: LIMIT_DEFAULTS[name].windowSeconds }
  }
  return table
}

const isLimitName = (name: string): name is LimitName => Object.hasOwn(LIMIT_DEFAULTS, name)

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isPlainObject(value)) return value
  } catch {
    // The same sentence serves both.
  }
  throw createLimitsError(`it is ${JSON.stringify(text)}`)
}

const createLimitsError = (found: string): AlcoveError =>
  new AlcoveError('config_invalid', `ALCOVE_LIMITS: ${found}; ${EXPECTED}.`)
