import { useSyncExternalStore } from 'react'

/** Words such as "5 minutes ago" are drawn anew this often. */
const STEP_MS = 60_000

/** The present time, in steps of a minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, readStep)

const readStep = (): number => Math.floor(Date.now() / STEP_MS) * STEP_MS

function subscribe(onChange: () => void): () => void {
  // No limit: it ends with the page that shows times.
  const timer = setInterval(onChange, STEP_MS)
  return () => clearInterval(timer)
}
