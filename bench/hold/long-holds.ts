import { percentile } from '../percentile.ts'

/** Time that a call may add to the waits of all others. */
export const HOLD_MAX_MS = 50

/** Measurements of a call: the longest wait of each run, above the idle p99. */
export interface Holds {
  readonly holds: readonly number[]
}

export const medianOf = ({ holds }: Holds): number => percentile(holds, 0.5)

/**
 * Calls that delay others for too long. Judged by the median, because other work of the machine may disturb a
 * single run.
 */
export const findLongHolds = <Figures extends Holds>(figures: readonly Figures[]): Figures[] =>
  figures.filter((each) => medianOf(each) > HOLD_MAX_MS)
