import { useEffect, useState } from 'react'

/** A timer may be early by as much as a clock is set. */
const AFTER_MIDNIGHT_MS = 1000

/** The moment at which today began here. Changes at midnight, and when a sleeper comes back. */
export function useToday(): number {
  const [today, setToday] = useState(startOfToday)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      clearTimeout(timer)
      setToday(startOfToday())
      timer = setTimeout(look, startOfTomorrow() - Date.now() + AFTER_MIDNIGHT_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  return today
}

const startOfToday = (): number => new Date().setHours(0, 0, 0, 0)
const startOfTomorrow = (): number => new Date(new Date().setHours(24, 0, 0, 0)).getTime()
