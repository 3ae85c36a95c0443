import { FAILURES } from '../../widget/world/failure-table.ts'

/** Every failure that lasts in the frame, with what clears it. */
export const FAILURE_ENDS: readonly (readonly [failure: string, clearedBy: readonly string[]])[] =
  Object.entries(FAILURES).map(([failure, { clearedBy }]) => [failure, clearedBy])
