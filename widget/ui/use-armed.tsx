import {
  useEffect,
  useRef,
  useState,
  type MouseEvent as ReactMouseEvent,
  type RefObject,
} from 'react'

/** A press within this time after its button appeared was meant for what was there before. */
export const ARMED_AFTER_MS = 500

export interface Arming {
  /** The buttons look enabled. */
  readonly isArmed: boolean
  /** True if the click was meant for content that has been visible long enough. */
  isMeant(click: ReactMouseEvent): boolean
}

/** Prevents decisions by a click or a key that began before the question appeared. */
export function useArmed(box: RefObject<Element | null>): Arming {
  const [seenAt, setSeenAt] = useState(() => performance.now())
  const [armedFor, setArmedFor] = useState<number | null>(null)
  const presses = useRef<Presses>(null)

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const { isIntersecting, time } = entries.at(-1)!
      // A closed panel shows nothing: the time begins when it opens.
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
  /** Start time of the press behind a click with this many presses in a row. */
  beganAt(detail: number): number
  stop(): void
}

const EVENTS = ['pointerdown', 'mousedown', 'keydown', 'keyup'] as const

/** Records when presses begin. A press that began before this watch counts as oldest. */
function watchPresses(): Presses {
  let pointerAt = -Infinity
  let firstPointerAt = -Infinity
  let keyAt: number | null = null

  function handle(event: Event): void {
    const { timeStamp } = event
    if (event instanceof KeyboardEvent) {
      if (event.type === 'keyup') {
        // Its click follows in this task.
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
      // Neither a pointer nor a key: assistive technology presses directly.
      return keyAt ?? performance.now()
    },
    stop() {
      for (const type of EVENTS) document.removeEventListener(type, handle, true)
    },
  }
}
