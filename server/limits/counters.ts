import type { RateRule } from './limit-table.ts'

/** Tokens to take, one unless it says more. */
export interface Wanted {
  /** The rule's name; each name counts for itself. */
  readonly name: string
  readonly rule: RateRule
  /** Whom it counts, within the project. */
  readonly key: string
  readonly count?: number
}

/** Why nothing was taken. */
export interface Refusal {
  /** The rule that takes longest. */
  readonly name: string
  /** After so long all can be taken, if nobody else comes first: at least 1. */
  readonly waitSeconds: number
}

/** One place to hold while something goes on. */
export interface Slot {
  readonly name: string
  readonly key: string
  /** How many may be held at once. */
  readonly max: number
}

/**
 * Where limits are counted. It never fails: a count that is lost lets a call through, for limits
 * stand against floods and are no ledger.
 */
export interface Counters {
  /** Takes the tokens of each, or none at all; those of which a rule never has so many neither. */
  take(projectId: string, wanted: readonly Wanted[]): Promise<Refusal | undefined>
  /**
   * Holds a place in each, or in none.
   *
   * @param ttlSeconds the places end by themselves after so long, should nobody be left to give them back.
   * @returns gives them back, and may be called again; undefined: one of them is full.
   */
  hold(
    projectId: string,
    slots: readonly Slot[],
    ttlSeconds: number,
  ): Promise<(() => void) | undefined>
  /** Waits for what is on its way, and stops. */
  close(): Promise<void>
}

/** Absorbs rounding, so that waiting as long as told is always enough. */
export const ROUNDING_SECONDS = 1e-6

/** How many tokens a full bucket holds. */
export const capacityOf = ({ count, burst = count }: RateRule): number => Math.min(burst, count)

/** How fast a bucket fills: tokens in a millisecond. */
export const perMsOf = ({ count, windowSeconds }: RateRule): number =>
  count / (windowSeconds * 1000)

const ALARM_RULE = { count: 1, windowSeconds: 3_600 }

/**
 * Tells of something that happens again and again, once in an hour.
 *
 * @param name of the alarm; each name and key counts for itself.
 */
export async function tellHourly(
  counters: Pick<Counters, 'take'>,
  projectId: string,
  { name, key = '' }: { readonly name: string; readonly key?: string },
  tell: () => void,
): Promise<void> {
  if (!(await counters.take(projectId, [{ name, rule: ALARM_RULE, key }]))) tell()
}
