import { createContext, use, useEffect, useRef, useState } from 'react'
import type { ComponentType, FocusEvent, PointerEvent, ReactNode } from 'react'
import { createTooltipDelay } from './create-tooltip-delay.ts'
import type { TooltipBubbleProps } from './tooltip-bubble.tsx'
import './tooltip.css'

const TooltipDelayContext = createContext(createTooltipDelay())

export interface TooltipProps {
  /** What is shown; the trigger carries it as its accessible name or description too. */
  text: string
  /** Whether the trigger leaves anything to tell. Default: always. */
  isNeeded?: ((trigger: Element) => boolean) | undefined
  /** One focusable element. */
  children: ReactNode
}

/** Names an icon for those who see it. What draws and places it is fetched with the first one. */
export function Tooltip({ text, isNeeded, children }: TooltipProps) {
  const delay = use(TooltipDelayContext)
  const anchor = useRef<HTMLSpanElement>(null)
  const wish = useRef<object>(undefined)
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
    // Fetched while the pointer rests. Without it the name is only heard.
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

  function handlePointerEnter(event: PointerEvent): void {
    // A finger has no hover: its press would leave a tooltip behind.
    if (event.pointerType !== 'touch' && Bubble === null) open(delay.openDelay(performance.now()))
  }

  function handleFocus(event: FocusEvent): void {
    if (Bubble === null && event.target.matches(':focus-visible')) open(0)
  }

  return (
    <span
      ref={anchor}
      className="tooltip-anchor"
      onPointerEnter={handlePointerEnter}
      // Once it is shown, the way to it is the bubble's own matter.
      onPointerLeave={Bubble === null ? cancel : undefined}
      onPointerDown={close}
      onFocus={handleFocus}
      onBlur={close}
    >
      {children}
      {Bubble !== null && trigger && <Bubble text={text} trigger={trigger} onClose={close} />}
    </span>
  )
}
