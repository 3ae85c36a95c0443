/** How much there is before anything is measured. */
export interface HoldScale {
  /** How often each call is measured. */
  readonly runs: number
  /** Messages of a thread that is long, and of a visitor whose many threads are. */
  readonly longThread: number
  /** Messages of half a megabyte, of one thread or one search. */
  readonly largeMessages: number
}

export const HOLD_SCALE: HoldScale = { runs: 5, longThread: 10_000, largeMessages: 30 }
