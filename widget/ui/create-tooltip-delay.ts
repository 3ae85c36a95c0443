/** How long the pointer rests before the first tooltip opens (specification, section 9). */
export const TOOLTIP_OPEN_DELAY_MS = 700
/** Within this time after one closed, the next opens at once. */
export const TOOLTIP_SKIP_DELAY_MS = 300

export interface TooltipDelay {
  /** Milliseconds to wait before a tooltip may open at time `now`. */
  openDelay(now: number): number
  /** One is shown: whatever was shown is hidden. Returns what is called when it has closed. */
  noteOpened(hide: () => void): (now: number) => void
}

/** Shared by all tooltips of a toolbar, so that moving along it does not start over. */
export function createTooltipDelay(): TooltipDelay {
  let shown: (() => void) | null = null
  let closedAt = Number.NEGATIVE_INFINITY
  return {
    // A pointer is at the neighbour before the tooltip that it left knows that it left.
    openDelay: (now) =>
      shown !== null || now - closedAt <= TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_OPEN_DELAY_MS,
    noteOpened(hide) {
      shown?.()
      shown = hide
      return (now) => {
        if (shown === hide) shown = null
        closedAt = now
      }
    },
  }
}
