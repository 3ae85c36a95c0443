import { useEffect, useState } from 'react'

/** What has been waited for so long is said to take longer. */
export const SLOW_AFTER_MS = 10_000

/** Whether what this stands in for is slow: for {@link SLOW_AFTER_MS} nothing came in its place. */
export function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}
