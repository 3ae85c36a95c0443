import type { BudgetName, LimitTable, RateName, RateRule } from './limit-table.ts'

/**
 * The part of a project's pools for visitors without a verified name. The last quarter is reserved for users
 * whom a host names: a visitor's name costs nothing, so a flood of visitors is cheap.
 */
export const VISITOR_SHARE = 0.75
const PERCENT = 100

type Amounts = LimitTable['amounts']
type Rates = Exclude<LimitTable['rates'], 'off'>

/** The part of a project's pool that all visitors share. */
export const visitorsPart = (pool: number): number => Math.max(1, Math.floor(pool * VISITOR_SHARE))

/**
 * The part for the visitors of one address: `addressSharePercent` of the part that all visitors share, and at
 * most the address's own limit, if there is one.
 *
 * @param shared the part of all visitors together.
 */
export function addressPart(
  { addressSharePercent }: Amounts,
  shared: number,
  ownLimit = Number.POSITIVE_INFINITY,
): number {
  const part = Math.floor((shared * addressSharePercent) / PERCENT)
  return Math.max(1, Math.min(part, ownLimit))
}

/** Rates without a setting: they follow from the pools that visitors share. */
type DerivedRate =
  | 'anonymousPerAddressPerHour'
  | 'anonymousEventsPerAddressPerDay'
  | 'anonymousEventsPerProjectPerDay'

export type CountedRate = RateName | DerivedRate

/** The rule of a rate, derived from a project's other limits. */
export function ruleOf(amounts: Amounts, rates: Rates, name: CountedRate): RateRule {
  const { anonymousPerProjectPerHour: mints, eventsPerProjectPerDay: events } = rates
  const visitorEvents = visitorsPart(events.count)
  switch (name) {
    case 'anonymousPerAddressPerHour':
      return withCount(mints, addressPart(amounts, mints.count))
    case 'anonymousEventsPerProjectPerDay':
      return withCount(events, visitorEvents)
    case 'anonymousEventsPerAddressPerDay':
      return withCount(events, addressPart(amounts, visitorEvents))
    case 'anonymousUploadBytesPerAddressPerDay':
      return withPool(rates[name], amounts, amounts.projectStorageBytes)
    case 'anonymousWrittenBytesPerAddressPerDay':
      return withPool(rates[name], amounts, amounts.projectMessageBytes)
    default:
      return rates[name]
  }
}

const withCount = ({ windowSeconds }: RateRule, count: number): RateRule => ({
  count,
  windowSeconds,
})

const withPool = (rule: RateRule, amounts: Amounts, pool: number): RateRule =>
  withCount(rule, addressPart(amounts, visitorsPart(pool), rule.count))

/** Limits of the visitors of one address for an hour or a day. */
const ADDRESS_SHARES: readonly (CountedRate | BudgetName)[] = [
  'anonymousPerAddressPerDay',
  'anonymousPerAddressPerHour',
  'anonymousThreadsPerAddressPerDay',
  'anonymousEventsPerAddressPerDay',
  'anonymousUploadBytesPerAddressPerDay',
  'anonymousWrittenBytesPerAddressPerDay',
  'anonymousModelCallsPerAddressPerDay',
  'anonymousTokensPerAddressPerDay',
]
const ADDRESS_SHARE_NAMES: ReadonlySet<string> = new Set(ADDRESS_SHARES)

export const isAddressShare = (name: string): boolean => ADDRESS_SHARE_NAMES.has(name)

/** Limits of a minute that a flood from one address reaches first. */
const ADDRESS_FLOODS: readonly CountedRate[] = [
  'anonymousPerAddressPerMinute',
  'callsPerAddressPerMinute',
]
const TOLD_NAMES: ReadonlySet<string> = new Set([...ADDRESS_SHARES, ...ADDRESS_FLOODS])

/** True if the operator is warned of an address that reaches the limit. */
export const isToldOfAddress = (name: string): boolean => TOLD_NAMES.has(name)
