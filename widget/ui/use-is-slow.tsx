import { useEffect, useState } from 'react'

/** Waiting time after which the chat says that it takes longer. */
export const SLOW_AFTER_MS = 10_000

/** True if the component that calls this has been mounted for so long. In milliseconds. */
export function useIsSlow(afterMs = SLOW_AFTER_MS): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return isSlow
}
