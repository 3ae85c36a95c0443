import { useLayoutEffect, useState } from 'react'

/** Content that loads sooner has no placeholder: the style sheets fade it in after this time. */
export const PLACEHOLDER_AFTER_MS = 150
/** Shortest time for which a visible placeholder stays, to avoid a flash. */
export const PLACEHOLDER_STAYS_MS = 300

/**
 * True while the placeholder must stay visible to avoid a flash (300 ms).
 *
 * @param waitedMs returns how long loading had taken when this hook mounted. Always the same function.
 */
export function useHeldPlaceholder(isLoading: boolean, waitedMs?: () => number): boolean {
  const [isHeld, setIsHeld] = useState(false)

  useLayoutEffect(() => {
    if (!isLoading) return
    const seenAt = performance.now() - (waitedMs?.() ?? 0) + PLACEHOLDER_AFTER_MS
    return () => {
      const leftMs = seenAt + PLACEHOLDER_STAYS_MS - performance.now()
      if (leftMs <= 0 || leftMs > PLACEHOLDER_STAYS_MS) return
      // Before anything is painted.
      setIsHeld(true)
      setTimeout(() => setIsHeld(false), leftMs)
    }
  }, [isLoading, waitedMs])

  return isHeld
}
