/** How long the pointer rests before the first tooltip opens (specification, section 9). */
export const TOOLTIP_OPEN_DELAY_MS = 700
/** Within this time after one closed, the next opens at once. */
export const TOOLTIP_SKIP_DELAY_MS = 300

export interface TooltipDelay {
  /** Milliseconds to wait before a tooltip may open at time `now`. */
  openDelay(now: number): number
  noteClosed(now: number): void
}

/** Shared by all tooltips of a toolbar, so that moving along it does not start over. */
export function createTooltipDelay(): TooltipDelay {
  let closedAt = Number.NEGATIVE_INFINITY
  return {
    openDelay: (now) => (now - closedAt <= TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_OPEN_DELAY_MS),
    noteClosed(now) {
      closedAt = now
    },
  }
}
