import type { AmountName } from '../limits/limit-table.ts'

/** The limits of size that stand for one call: its project's. */
export type AmountOf = (name: AmountName) => number
