import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ExtractAtomArgs } from 'jotai/vanilla'
import { isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { answerToolAtom } from '../../conversation/atoms/tools.ts'
import { useFocusHandover } from '../../ui/use-focus-handover.tsx'
import './tool-decision.css'

const ArmingContext = createContext<Arming>({ isArmed: true, isMeant: () => true })

export interface DecisionCardProps {
  /** An icon. */
  icon: ReactNode
  title: ReactNode
  children: ReactNode
  /** Buttons, in the order of Tab. */
  actions: ReactNode
}

/**
 * A question to the person, beside the call that asks it. The focus stays where it is; when the card
 * leaves with it, the message has it.
 */
export function DecisionCard({ icon, title, children, actions }: DecisionCardProps) {
  const titleId = useId()
  const card = useFocusHandover<HTMLDivElement>()
  const arming = useArmed(card)
  return (
    <ArmingContext value={arming}>
      <div ref={card} className="decision" role="group" aria-labelledby={titleId} data-ui>
        <p id={titleId} className="decision-title">
          {icon}
          {title}
        </p>
        {children}
        <div className="decision-actions">{actions}</div>
      </div>
    </ArmingContext>
  )
}

export interface DecisionButtonProps {
  children: ReactNode
  isMain?: boolean
  /** Looks like no answer: it is the way around one. */
  isQuiet?: boolean
  isDisabled: boolean
  onClick: () => void
}

/** Stays in the Tab order when it was pressed: a button that leaves takes the focus with it. */
export function DecisionButton({
  children,
  isMain,
  isQuiet,
  isDisabled,
  onClick,
}: DecisionButtonProps) {
  const { isArmed, isMeant } = use(ArmingContext)
  return (
    <button
      type="button"
      className="decision-button"
      data-main={isMain}
      data-quiet={isQuiet}
      aria-disabled={isDisabled || !isArmed}
      onClick={(event) => {
        if (!isDisabled && isMeant(event)) onClick()
      }}
    >
      {children}
    </button>
  )
}

type ToolAnswer = ExtractAtomArgs<typeof answerToolAtom>[1]

/** A decision that had no effect by then was lost on its way, and can be made again. */
export const DECISION_LOST_MS = 5000

export interface Decision {
  /** Somebody pressed; the card only shows what was asked. */
  readonly isMade: boolean
  decide(answer: ToolAnswer): void
}

/** Lets a call be answered once. */
export function useDecision(toolCallId: string): Decision {
  const answerTool = useSetAtom(answerToolAtom)
  const isRunning = useAtomValue(isRunningAtom)
  const [isMade, setIsMade] = useState(false)

  useEffect(() => {
    if (!isMade || isRunning) return
    const timer = setTimeout(() => setIsMade(false), DECISION_LOST_MS)
    return () => clearTimeout(timer)
  }, [isMade, isRunning])

  return {
    isMade,
    decide(answer) {
      if (isMade) return
      setIsMade(true)
      answerTool(toolCallId, answer)
    },
  }
}

/** A press that begins sooner after its button came to sight was meant for what stood there before. */
export const ARMED_AFTER_MS = 500

interface Arming {
  /** The buttons look as if they could be pressed. */
  readonly isArmed: boolean
  /** Whether a click was meant for what has been in sight for long enough. */
  isMeant(click: ReactMouseEvent): boolean
}

/** Lets nobody decide by a click or a key that was on its way when the question came up. */
function useArmed(box: RefObject<Element | null>): Arming {
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

/** Remembers what is being pressed. What began before that is older than anything. */
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
