import { FAILURES } from '../../widget/world/failure-table.ts'

/** Lasting failures of the frame, with the events that clear them. */
export const FAILURE_ENDS: readonly (readonly [failure: string, clearedBy: readonly string[]])[] =
  Object.entries(FAILURES).map(([failure, { clearedBy }]) => [failure, clearedBy])
