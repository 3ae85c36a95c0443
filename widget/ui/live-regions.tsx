import { useEffect, useRef } from 'react'
import type { Announcer } from './create-announcer.ts'
import './visually-hidden.css'

/** The elements that an announcer speaks through while they are mounted. */
export function LiveRegions({ announcer }: { announcer: Announcer }) {
  const first = useRef<HTMLDivElement>(null)
  const second = useRef<HTMLDivElement>(null)
  const alert = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (first.current === null || second.current === null || alert.current === null) return
    return announcer.connect({ polite: [first.current, second.current], alert: alert.current })
  }, [announcer])

  return (
    <>
      <div ref={first} className="visually-hidden" aria-live="polite" />
      <div ref={second} className="visually-hidden" aria-live="polite" />
      <div ref={alert} className="visually-hidden" role="alert" />
    </>
  )
}
