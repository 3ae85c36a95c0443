import type { RateRule } from './limit-table.ts'

/** Tokens to take; default: one. */
export interface Wanted {
  /** The rule's name; each name is counted separately. */
  readonly name: string
  readonly rule: RateRule
  /** The counted subject, within the project. */
  readonly key: string
  readonly count?: number
}

/** The reason why nothing was taken. */
export interface Refusal {
  /** Name of the rule with the longest wait. */
  readonly name: string
  /** Time after which all tokens will be there, if no other caller takes them: at least 1. */
  readonly waitSeconds: number
}

/** A place to hold while something goes on. */
export interface Slot {
  readonly name: string
  readonly key: string
  /** Maximum of places that are held at once. */
  readonly max: number
}

/**
 * Counts for limits. Never fails: a lost count lets a call through, since limits protect against floods and
 * are not accounts.
 */
export interface Counters {
  /** Takes the tokens of each, or none at all. A count above a rule's maximum is never available. */
  take(projectId: string, wanted: readonly Wanted[]): Promise<Refusal | undefined>
  /**
   * Holds a place in each, or in none.
   *
   * @param ttlSeconds time after which the places expire if they are not released.
   * @returns a function that releases them and may be called again; undefined: one of them is full.
   */
  hold(
    projectId: string,
    slots: readonly Slot[],
    ttlSeconds: number,
  ): Promise<(() => void) | undefined>
  /** Waits for pending work, and stops. */
  close(): Promise<void>
}

/** Absorbs rounding, so that the reported wait is always long enough. */
export const ROUNDING_SECONDS = 1e-6

/** Number of tokens in a full bucket. */
export const capacityOf = ({ count, burst = count }: RateRule): number => Math.min(burst, count)

/** Tokens that flow into a bucket in a millisecond. */
export const perMsOf = ({ count, windowSeconds }: RateRule): number =>
  count / (windowSeconds * 1000)

const ALARM_RULE = { count: 1, windowSeconds: 3_600 }

/**
 * Reports a repeated event at most once an hour.
 *
 * @param name of the alarm; each name and key is counted separately.
 */
export async function tellHourly(
  counters: Pick<Counters, 'take'>,
  projectId: string,
  { name, key = '' }: { readonly name: string; readonly key?: string },
  tell: () => void,
): Promise<void> {
  if (!(await counters.take(projectId, [{ name, rule: ALARM_RULE, key }]))) tell()
}
