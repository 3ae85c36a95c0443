import { useEffect, useState } from 'react'

/** Waiting time after which the chat says that it takes longer. */
export const SLOW_AFTER_MS = 10_000

/** True if the fallback that calls this has been mounted for {@link SLOW_AFTER_MS}. */
export function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}
