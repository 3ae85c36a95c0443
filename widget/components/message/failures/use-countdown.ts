import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/**
 * Whole seconds that are left, down to 0, counted from the first time that it was shown. The clock
 * is read anew each time: a tab in the background is woken rarely. `null` where nothing ends.
 */
export function useCountdown(totalSeconds: number | undefined): number | null {
  const [endsAt] = useState(() => performance.now() + (totalSeconds ?? 0) * SECOND_MS)
  const [left, setLeft] = useState(totalSeconds === undefined ? null : Math.ceil(totalSeconds))
  const isOver = left === null || left <= 0

  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => {
      setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / SECOND_MS)))
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [isOver, endsAt])

  return left
}
