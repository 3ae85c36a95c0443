import { inspect } from 'node:util'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import { nearestName } from '../../shared/nearest-name.ts'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
const MIB = 1_048_576

export interface RateRule {
  /** Number that is allowed in a window. */
  readonly count: number
  readonly windowSeconds: number
  /** Number that is allowed at once; default: `count`. */
  readonly burst?: number
}

/** Rates. The names are those of `ALCOVE_LIMITS`, whose values replace the counts. */
export const RATE_DEFAULTS = {
  anonymousPerAddressPerMinute: { count: 30, windowSeconds: MINUTE_SECONDS },
  anonymousPerAddressPerDay: { count: 500, windowSeconds: DAY_SECONDS },
  anonymousPerProjectPerHour: { count: 1_000, windowSeconds: HOUR_SECONDS },
  anonymousThreadsPerAddressPerDay: { count: 1_000, windowSeconds: DAY_SECONDS },
  anonymousUploadBytesPerAddressPerDay: { count: 300 * MIB, windowSeconds: DAY_SECONDS },
  anonymousWrittenBytesPerAddressPerDay: { count: 100 * MIB, windowSeconds: DAY_SECONDS },
  refreshesPerAddressPer5Minutes: { count: 150, windowSeconds: 5 * MINUTE_SECONDS, burst: 30 },
  callsPerUserPerMinute: { count: 120, windowSeconds: MINUTE_SECONDS },
  callsPerAddressPerMinute: { count: 600, windowSeconds: MINUTE_SECONDS },
  runsPerAnonymousUserPerMinute: { count: 10, windowSeconds: MINUTE_SECONDS },
  runsPerAnonymousUserPerDay: { count: 100, windowSeconds: DAY_SECONDS },
  runsPerUserPerMinute: { count: 20, windowSeconds: MINUTE_SECONDS },
  runsPerUserPerDay: { count: 1_000, windowSeconds: DAY_SECONDS },
  threadsPerAnonymousUserPerHour: { count: 20, windowSeconds: HOUR_SECONDS },
  threadsPerUserPerHour: { count: 120, windowSeconds: HOUR_SECONDS },
  searchesPerUserPerMinute: { count: 60, windowSeconds: MINUTE_SECONDS },
  titlesPerUserPerHour: { count: 10, windowSeconds: HOUR_SECONDS },
  suggestionsPerUserPerHour: { count: 60, windowSeconds: HOUR_SECONDS },
  feedbackPerUserPerMinute: { count: 60, windowSeconds: MINUTE_SECONDS },
  uploadsPerAnonymousUserPerHour: { count: 10, windowSeconds: HOUR_SECONDS },
  uploadsPerUserPerHour: { count: 60, windowSeconds: HOUR_SECONDS },
  eventsPerUserPerMinute: { count: 600, windowSeconds: MINUTE_SECONDS },
  eventsPerUserPerDay: { count: 5_000, windowSeconds: DAY_SECONDS },
  eventsPerProjectPerDay: { count: 100_000, windowSeconds: DAY_SECONDS },
  deskOpenCallsPerAddressPerMinute: { count: 60, windowSeconds: MINUTE_SECONDS },
  deskCallsPerPersonPerMinute: { count: 600, windowSeconds: MINUTE_SECONDS },
} as const satisfies Record<string, RateRule>

/** Amounts, in bytes unless the name has another unit. */
export const AMOUNT_DEFAULTS = {
  addressSharePercent: 10,
  activeRunsPerUser: 2,
  activeRunsPerAddress: 10,
  activeReadersPerUser: 20,
  threadsPerAnonymousUser: 100,
  threadsPerUser: 1_000,
  userTextCharacters: 32_000,
  historyBytes: 262_144,
  answerBytes: 262_144,
  partsPerMessage: 200,
  toolArgsBytes: 65_536,
  toolResultBytes: 262_144,
  toolsPerRun: 32,
  toolSchemaBytes: 16_384,
  clientSystemBytes: 8_192,
  jsonBodyBytes: MIB,
  runBodyBytes: 20 * MIB,
  inlineDataBytes: 14 * MIB,
  filesPerMessage: 10,
  fileBytes: 20 * MIB,
  anonymousFileBytes: 5 * MIB,
  imageBytes: 5 * MIB,
  imageSidePixels: 8_000,
  imagePixels: 40_000_000,
  imageFrames: 100,
  pdfPages: 50,
  pdfPagePixels: 1_568,
  /** Processor time of the converting process; the wall clock ends it after eight times as long. */
  pdfSeconds: 30,
  pdfMemoryBytes: 512 * MIB,
  userStorageBytes: 1_024 * MIB,
  anonymousStorageBytes: 100 * MIB,
  projectStorageBytes: 51_200 * MIB,
  userMessageBytes: 100 * MIB,
  anonymousMessageBytes: 20 * MIB,
  projectMessageBytes: 10_240 * MIB,
  uploadUrlSeconds: 600,
  downloadUrlSeconds: 300,
  orphanUploadHours: 24,
  anonymousOrphanUploadMinutes: 60,
  anonymousIdleDays: 30,
  eventDays: 30,
  auditDays: 365,
} as const satisfies Record<string, number>

/**
 * Budgets of models for one day, which begins at midnight UTC: calls of a model, of which an answer takes
 * one, or one for each of its steps, and a title one; tokens of both directions.
 */
export const BUDGET_DEFAULTS = {
  anonymousModelCallsPerAddressPerDay: 1_000,
  anonymousTokensPerAddressPerDay: 8_000_000,
  modelCallsPerProjectPerDay: 50_000,
  modelCallsPerAssistantPerDay: 50_000,
  tokensPerProjectPerDay: 100_000_000,
  tokensPerAssistantPerDay: 100_000_000,
  caseTokensPerDay: 5_000_000,
  judgeTokensPerDay: 2_000_000,
} as const satisfies Record<string, number>

export type RateName = keyof typeof RATE_DEFAULTS
export type AmountName = keyof typeof AMOUNT_DEFAULTS
export type BudgetName = keyof typeof BUDGET_DEFAULTS
/** The limits of size for one call: those of its project. */
export type AmountOf = (name: AmountName) => number

/** A project's limits. */
export interface LimitTable {
  /** `off`: calls, running answers, budgets and open connections are not counted. Amounts still apply. */
  readonly rates: Readonly<Record<RateName, RateRule>> | 'off'
  readonly amounts: Readonly<Record<AmountName, number>>
  readonly budgets: Readonly<Record<BudgetName, number>>
}

export const LIMIT_DEFAULTS: LimitTable = {
  rates: RATE_DEFAULTS,
  amounts: AMOUNT_DEFAULTS,
  budgets: BUDGET_DEFAULTS,
}
const DEFAULT_COUNTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(RATE_DEFAULTS).map(([name, { count }]) => [name, count])),
  ...AMOUNT_DEFAULTS,
  ...BUDGET_DEFAULTS,
}
export const LIMIT_NAMES = Object.keys(DEFAULT_COUNTS)
const NONE: LimitTable = { ...LIMIT_DEFAULTS, rates: 'off' }

/** Hint with the place of the right name: there are too many for a sentence. */
export const LIMITS_LISTED = '.env.example lists all names'

/**
 * `ALCOVE_LIMITS`: JSON over the defaults, or `off` to count neither calls nor running answers.
 *
 * @throws AlcoveError `config_invalid`.
 */
export function parseLimits(text: string | undefined): LimitTable {
  if (text === undefined) return LIMIT_DEFAULTS
  if (text === 'off') return NONE
  return overrideLimits(LIMIT_DEFAULTS, parseObject(text), 'ALCOVE_LIMITS')
}

/** Names of the limits that `ALCOVE_LIMITS` sets, which {@link parseLimits} has accepted. */
export const listNamedLimits = (text: string | undefined): readonly string[] =>
  text === undefined || text === 'off' ? [] : Object.keys(parseObject(text))

/**
 * A copy of the table with other numbers.
 *
 * @param source place of the numbers, for the error: a setting's name or a path in the configuration.
 * @throws AlcoveError `config_invalid`.
 */
export function overrideLimits(
  table: LimitTable,
  counts: Readonly<Record<string, unknown>>,
  source: string,
): LimitTable {
  const rates = table.rates === 'off' ? table.rates : { ...table.rates }
  const amounts = { ...table.amounts }
  const budgets = { ...table.budgets }
  for (const [name, count] of Object.entries(counts)) {
    const isKnown = isRateName(name) || isAmountName(name) || isBudgetName(name)
    if (!isKnown) throw createNameError(source, name)
    const isWhole = typeof count === 'number' && Number.isSafeInteger(count)
    if (!isWhole || count < 1 || count > maxOf(name)) throw createCountError(source, name, count)
    if (isAmountName(name)) amounts[name] = count
    else if (isBudgetName(name)) budgets[name] = count
    else if (rates !== 'off') {
      rates[name] = { count, windowSeconds: RATE_DEFAULTS[name].windowSeconds }
    }
  }
  return { rates, amounts, budgets }
}

const isRateName = (name: string): name is RateName => Object.hasOwn(RATE_DEFAULTS, name)
const isAmountName = (name: string): name is AmountName => Object.hasOwn(AMOUNT_DEFAULTS, name)
const isBudgetName = (name: string): name is BudgetName => Object.hasOwn(BUDGET_DEFAULTS, name)

/** Unit at the end of an amount's name. */
const UNIT_PATTERN = /(Bytes|Characters|Pixels|Percent|Seconds|Minutes|Hours|Days)$/
const PERCENT_MAX = 100

const maxOf = (name: string): number =>
  name.endsWith('Percent') ? PERCENT_MAX : Number.MAX_SAFE_INTEGER

/** A configuration in code may hold values that JSON cannot. */
const show = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : inspect(value)

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isPlainObject(value)) return value
  } catch {
    // The same sentence serves both.
  }
  throw new AlcoveError(
    'config_invalid',
    `ALCOVE_LIMITS: it is ${JSON.stringify(text)}; expected "off", or a JSON object of numbers, such as {"runsPerUserPerDay":50}; ${LIMITS_LISTED}.`,
  )
}

function createNameError(source: string, name: string): AlcoveError {
  const nearest = nearestName(name, LIMIT_NAMES)
  const rest = nearest === undefined ? `${LIMITS_LISTED}.` : `did you mean "${nearest}"?`
  return new AlcoveError('config_invalid', `${source}: unknown name "${name}"; ${rest}`)
}

function createCountError(source: string, name: string, count: unknown) {
  const unit = isAmountName(name) ? UNIT_PATTERN.exec(name)?.[0].toLowerCase() : undefined
  const expected =
    unit === 'percent'
      ? `a whole number of percent from 1 to ${PERCENT_MAX}`
      : `a positive whole number${unit === undefined ? '' : ` of ${unit}`}`
  return new AlcoveError(
    'config_invalid',
    `${source}: ${name} is ${show(count)}; expected ${expected}, such as ${DEFAULT_COUNTS[name]}.`,
  )
}
