import { createContext, use, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createAnnouncer } from './create-announcer.ts'
import type { Announce } from './create-announcer.ts'
import './visually-hidden.css'

const AnnounceContext = createContext<Announce>(() => undefined)

/** Mounts the live regions once, empty, and lends `useAnnounce` to everything inside. */
export function Announcer({ children }: { children: ReactNode }) {
  const [announcer] = useState(createAnnouncer)
  const first = useRef<HTMLDivElement>(null)
  const second = useRef<HTMLDivElement>(null)
  const alert = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (first.current === null || second.current === null || alert.current === null) return
    return announcer.connect({ polite: [first.current, second.current], alert: alert.current })
  }, [announcer])

  return (
    <AnnounceContext value={announcer.announce}>
      {children}
      <div ref={first} className="visually-hidden" aria-live="polite" />
      <div ref={second} className="visually-hidden" aria-live="polite" />
      <div ref={alert} className="visually-hidden" role="alert" />
    </AnnounceContext>
  )
}

/** Says a text to screen readers without touching focus. Silent outside an `Announcer`. */
export function useAnnounce(): Announce {
  return use(AnnounceContext)
}
