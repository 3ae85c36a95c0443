import {
  useEffect,
  useRef,
  useState,
  type MouseEvent as ReactMouseEvent,
  type RefObject,
} from 'react'

/** A press that begins sooner after its button came to sight was meant for what stood there before. */
export const ARMED_AFTER_MS = 500

export interface Arming {
  /** The buttons look as if they could be pressed. */
  readonly isArmed: boolean
  /** Whether a click was meant for what has been in sight for long enough. */
  isMeant(click: ReactMouseEvent): boolean
}

/** Lets nobody decide by a click or a key that was on its way when the question came up. */
export function useArmed(box: RefObject<Element | null>): Arming {
  const [seenAt, setSeenAt] = useState(() => performance.now())
  const [armedFor, setArmedFor] = useState<number | null>(null)
  const presses = useRef<Presses>(null)

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const { isIntersecting, time } = entries.at(-1)!
      // A panel that is closed shows nothing: the time begins when it is opened.
      setSeenAt((before) => (!isIntersecting ? Infinity : before === Infinity ? time : before))
    })
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])

  useEffect(() => {
    if (seenAt === Infinity) return
    const left = seenAt + ARMED_AFTER_MS - performance.now()
    const timer = setTimeout(() => setArmedFor(seenAt), left)
    return () => clearTimeout(timer)
  }, [seenAt])

  useEffect(() => {
    const watch = watchPresses()
    presses.current = watch
    return () => watch.stop()
  }, [])

  return {
    isArmed: armedFor === seenAt,
    isMeant: ({ detail }) => (presses.current?.beganAt(detail) ?? 0) >= seenAt + ARMED_AFTER_MS,
  }
}

interface Presses {
  /** When the press began that a click of so many presses in a row comes from. */
  beganAt(detail: number): number
  stop(): void
}

const EVENTS = ['pointerdown', 'mousedown', 'keydown', 'keyup'] as const

/** Remembers when presses begin. A press that began before this watch counts as oldest. */
function watchPresses(): Presses {
  let pointerAt = -Infinity
  let firstPointerAt = -Infinity
  let keyAt: number | null = null

  function handle(event: Event): void {
    const { timeStamp } = event
    if (event instanceof KeyboardEvent) {
      if (event.type === 'keyup') {
        // Its click follows in this very task.
        setTimeout(() => void (keyAt = null))
      } else if (!event.repeat) keyAt = timeStamp
      else keyAt ??= -Infinity
    } else if (event.type === 'pointerdown') pointerAt = timeStamp
    else if (event instanceof MouseEvent && event.detail <= 1) firstPointerAt = pointerAt
  }

  for (const type of EVENTS) document.addEventListener(type, handle, true)
  return {
    beganAt(detail) {
      if (detail > 1) return firstPointerAt
      if (detail === 1) return pointerAt
      // Neither a pointer nor a key: assistive technology presses by itself.
      return keyAt ?? performance.now()
    },
    stop() {
      for (const type of EVENTS) document.removeEventListener(type, handle, true)
    },
  }
}
