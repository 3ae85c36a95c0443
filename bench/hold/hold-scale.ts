/** Amount of data before the measurement. */
export interface HoldScale {
  /** Number of measurements of each call. */
  readonly runs: number
  /** Messages of a long thread, and threads of a visitor with many. */
  readonly longThread: number
  /** Messages of half a megabyte in one thread or one search. */
  readonly largeMessages: number
}

export const HOLD_SCALE: HoldScale = { runs: 5, longThread: 10_000, largeMessages: 30 }
