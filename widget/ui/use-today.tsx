import { useSyncExternalStore } from 'react'

/** Timers may fire early, for example when a clock is adjusted. */
const AFTER_MIDNIGHT_MS = 1000

/** Start of the current day in local time. Changes at midnight, and when a sleeping device wakes up. */
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

/** Start of a moment's day in local time. */
export const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
