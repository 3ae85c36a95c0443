import { useLayoutEffect, useState } from 'react'

/** What is there sooner has no placeholder: the style sheets fade it in from then on. */
export const PLACEHOLDER_AFTER_MS = 150
/** One that was seen stays so long: what goes at once flickers. */
export const PLACEHOLDER_STAYS_MS = 300

/**
 * Whether a placeholder stays over what has come by now.
 *
 * @param waitedMs how long it had been waited for when this one began to look. Always the same function.
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
