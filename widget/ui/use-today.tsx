import { useSyncExternalStore } from 'react'

/** A timer may be early by as much as a clock is set. */
const AFTER_MIDNIGHT_MS = 1000

/** The moment at which today began here. Changes at midnight, and when a sleeper comes back. */
export const useToday = (): number => useSyncExternalStore(subscribe, startOfToday)

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    clearTimeout(timer)
    onChange()
    timer = setTimeout(look, startOfTomorrow() - Date.now() + AFTER_MIDNIGHT_MS)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

const startOfToday = (): number => startOfDay(Date.now())
const startOfTomorrow = (): number => new Date(new Date().setHours(24, 0, 0, 0)).getTime()

/** When the day of a moment began here. */
export const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
