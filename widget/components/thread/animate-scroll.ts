/** Below the 300 ms that a jump to the end may take, and the 250 ms in which a turn is in place. */
const SCROLL_MS = 200

export interface ScrollAnimation {
  isRunning(): boolean
  /** Leaves the view where it is. */
  stop(): void
}

/**
 * Moves `element` to `target()`, which is asked every frame because the content may still grow.
 * Instant with reduced motion.
 */
export function animateScroll(
  element: HTMLElement,
  target: () => number,
  setTop: (top: number) => void,
): ScrollAnimation {
  let frame = 0
  const from = element.scrollTop
  const startedAt = performance.now()

  function step(now: number): void {
    const progress = Math.min(1, Math.max(0, (now - startedAt) / SCROLL_MS))
    const eased = 1 - (1 - progress) ** 3
    setTop(from + (target() - from) * eased)
    frame = progress < 1 ? requestAnimationFrame(step) : 0
  }

  if (matchMedia('(prefers-reduced-motion: reduce)').matches) setTop(target())
  else frame = requestAnimationFrame(step)
  return {
    isRunning: () => frame !== 0,
    stop() {
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}
