import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import {
  createAnnouncer,
  type Announce,
  type Announcer as AnnouncerQueue,
} from './create-announcer.ts'
import './visually-hidden.css'

const AnnouncerContext = createContext<AnnouncerQueue | null>(null)

export interface AnnouncerProps {
  /** Default: a new one. */
  announcer?: AnnouncerQueue
  /** Only alerts are announced. Default false. */
  isQuiet?: boolean
  children: ReactNode
}

/** Mounts the live regions once, empty, and provides `useAnnounce` to all descendants. */
export function Announcer({ announcer: given, isQuiet = false, children }: AnnouncerProps) {
  const [announcer] = useState(() => given ?? createAnnouncer())
  return (
    <AnnouncerContext value={announcer}>
      {children}
      <LiveRegions announcer={announcer} isQuiet={isQuiet} />
    </AnnouncerContext>
  )
}

/** Lets another React root speak through the live regions of an `Announcer`. `null`: silence. */
export function AnnouncerScope({
  announcer,
  children,
}: {
  announcer: AnnouncerQueue | null
  children: ReactNode
}) {
  return <AnnouncerContext value={announcer}>{children}</AnnouncerContext>
}

/** Live regions for a modal dialog, which makes those behind it silent. Renders nothing outside an `Announcer`. */
export function DialogRegions() {
  const announcer = use(AnnouncerContext)
  return announcer && <LiveRegions announcer={announcer} />
}

/** The elements through which an announcer speaks while they are mounted. */
function LiveRegions({ announcer, isQuiet }: { announcer: AnnouncerQueue; isQuiet?: boolean }) {
  const first = useRef<HTMLDivElement>(null)
  const second = useRef<HTMLDivElement>(null)
  const alert = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (first.current === null || second.current === null || alert.current === null) return
    return announcer.connect({ polite: [first.current, second.current], alert: alert.current })
  }, [announcer])

  const visibility = isQuiet ? 'hidden' : undefined
  const polite = {
    className: 'visually-hidden',
    'aria-live': 'polite',
    translate: 'no',
    style: { visibility },
  } as const
  return (
    <>
      <div ref={first} {...polite} />
      <div ref={second} {...polite} />
      {/* Firefox on Linux exposes no liveness of `role="alert"`, and Orca is silent then. */}
      <div ref={alert} className="visually-hidden" aria-live="assertive" translate="no" />
    </>
  )
}

/** Announces a text to screen readers without moving the focus. Silent outside an `Announcer`. */
export function useAnnounce(): Announce {
  return use(AnnouncerContext)?.announce ?? silence
}

/** Clears all announced and queued texts. */
export function useEmptyRegions(): () => void {
  return use(AnnouncerContext)?.empty ?? silence
}

/** Silences the announcer while it cannot be heard, and clears its texts. */
export function useMuteRegions(): (isMuted: boolean) => void {
  return use(AnnouncerContext)?.mute ?? silence
}

const silence = () => undefined
