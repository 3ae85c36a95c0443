import { createContext, use, useEffect, useRef, useState } from 'react'
import type { ComponentType, FocusEvent, PointerEvent, ReactNode } from 'react'
import type { TooltipBubbleProps } from './tooltip-bubble.tsx'
import './tooltip.css'

/** How long the pointer rests before the first tooltip opens (specification, section 9). */
export const TOOLTIP_OPEN_DELAY_MS = 700
/** Within this time after one closed, the next opens at once. */
export const TOOLTIP_SKIP_DELAY_MS = 300

interface TooltipDelay {
  /** Milliseconds to wait before a tooltip may open at time `now`. */
  openDelay(now: number): number
  /** Hides the tooltip that was shown before. Returns a function to call when the new one has closed. */
  noteOpened(hide: () => void): (now: number) => void
}

/**
 * Shared by all tooltips of a toolbar, so that moving along it does not start over. The package's own
 * delay group would be a provider in the first file, and bring the whole package into it.
 */
export function createTooltipDelay(): TooltipDelay {
  let shown: (() => void) | null = null
  let closedAt = Number.NEGATIVE_INFINITY
  return {
    // A pointer reaches the next trigger before the previous tooltip has noticed that it left.
    openDelay: (now) =>
      shown !== null || now - closedAt <= TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_OPEN_DELAY_MS,
    noteOpened(hide) {
      shown?.()
      shown = hide
      return (now) => {
        if (shown === hide) shown = null
        closedAt = now
      }
    },
  }
}

const TooltipDelayContext = createContext(createTooltipDelay())

export interface TooltipProps {
  /** The trigger carries this text as its accessible name or description, too. */
  text: string
  /** False if the trigger shows all of the text itself. Default: always true. */
  isNeeded?: ((trigger: Element) => boolean) | undefined
  /** One focusable element. */
  children: ReactNode
}

/** Shows the name of an icon. The first tooltip fetches the code that places and draws it. */
export function Tooltip({ text, isNeeded, children }: TooltipProps) {
  const delay = use(TooltipDelayContext)
  const anchor = useRef<HTMLSpanElement>(null)
  const wish = useRef<object>(undefined)
  const isOver = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [Bubble, setBubble] = useState<ComponentType<TooltipBubbleProps> | null>(null)
  const trigger = Bubble && anchor.current?.firstElementChild

  useEffect(() => cancel, [])
  useEffect(() => {
    if (Bubble === null) return
    const noteClosed = delay.noteOpened(() => setBubble(null))
    return () => noteClosed(performance.now())
  }, [Bubble, delay])

  function cancel(): void {
    clearTimeout(timer.current)
    wish.current = undefined
  }

  function open(delayMs: number): void {
    cancel()
    const element = anchor.current?.firstElementChild
    if (!element || isNeeded?.(element) === false) return
    const ours = {}
    wish.current = ours
    // Fetched while the pointer rests. If that fails, there is no tooltip; the name remains for screen readers.
    const loading = import('./tooltip-bubble.tsx').catch(() => null)
    timer.current = setTimeout(() => void show(), delayMs)

    async function show(): Promise<void> {
      const module = await loading
      if (module !== null && wish.current === ours) setBubble(() => module.TooltipBubble)
    }
  }

  function close(): void {
    cancel()
    setBubble(null)
  }

  /** A move, because a trigger that comes under a resting pointer gets only `pointerenter`. */
  function handlePointerMove(event: PointerEvent): void {
    // A finger has no hover: its press would leave a tooltip behind.
    if (isOver.current || event.pointerType === 'touch') return
    isOver.current = true
    if (Bubble === null) open(delay.openDelay(performance.now()))
  }

  function handlePointerLeave(): void {
    isOver.current = false
    // The bubble, once it is shown, follows the pointer by itself.
    if (Bubble === null) cancel()
  }

  function handleFocus(event: FocusEvent): void {
    if (Bubble === null && event.target.matches(':focus-visible')) open(0)
  }

  return (
    <span
      ref={anchor}
      className="tooltip-anchor"
      onPointerMove={handlePointerMove}
      onPointerLeave={handlePointerLeave}
      onPointerDown={close}
      onFocus={handleFocus}
      onBlur={close}
    >
      {children}
      {Bubble !== null && trigger && <Bubble text={text} trigger={trigger} onClose={close} />}
    </span>
  )
}
