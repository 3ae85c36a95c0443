/** Space between the header and the turn that is held under it. */
export const ANCHOR_OFFSET_PX = 12
const LONG_TURN_LINES = 10
const SHOWN_LINES = 6

/**
 * Where the view starts when the turn at `turnTop` is held under the header. Of a long question
 * only the last lines stay, or its answer would begin out of sight.
 */
export function anchorTop(turnTop: number, turnHeight: number, lineHeight: number): number {
  const isLong = turnHeight > LONG_TURN_LINES * lineHeight
  const hidden = isLong ? turnHeight - SHOWN_LINES * lineHeight : 0
  return Math.max(0, turnTop + hidden - ANCHOR_OFFSET_PX)
}
