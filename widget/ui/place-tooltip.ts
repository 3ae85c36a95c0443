/** Space between trigger and tooltip; the tooltip's own padding bridges it for the pointer. */
export const TOOLTIP_GAP_PX = 5
const EDGE_PX = 8

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Where the tooltip's corner goes: centred above the trigger, below it when there is no room, never
 * over the edge. The geometry is the viewport's, so it holds in both writing directions.
 */
export function placeTooltip(
  trigger: Box,
  tooltip: Size,
  viewport: Size,
): { x: number; y: number } {
  const above = trigger.y - tooltip.height - TOOLTIP_GAP_PX
  const below = trigger.y + trigger.height + TOOLTIP_GAP_PX
  const centred = trigger.x + trigger.width / 2 - tooltip.width / 2
  const last = viewport.width - tooltip.width - EDGE_PX
  return {
    x: Math.round(Math.max(EDGE_PX, Math.min(centred, last))),
    y: Math.round(above >= EDGE_PX ? above : below),
  }
}
