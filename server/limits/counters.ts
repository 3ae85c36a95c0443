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
