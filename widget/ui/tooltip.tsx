import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { FocusEvent, PointerEvent, ReactNode } from 'react'
import { createTooltipDelay } from './create-tooltip-delay.ts'
import { placeTooltip } from './place-tooltip.ts'
import './tooltip.css'

const TooltipDelayContext = createContext(createTooltipDelay())

export interface TooltipProps {
  /** The trigger's visible name; the trigger carries the same text as its accessible name. */
  text: string
  /** One focusable element. */
  children: ReactNode
}

/**
 * Names an icon for those who see it. The tooltip is a child of the anchor, so that the pointer can
 * move onto it without leaving; the popover layer lifts it out of every scroller that would cut it.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const delay = use(TooltipDelayContext)
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => () => clearTimeout(timer.current), [])

  function open(delayMs: number): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(true), delayMs)
  }

  function close(): void {
    clearTimeout(timer.current)
    if (isOpen) delay.noteClosed(performance.now())
    setIsOpen(false)
  }

  function handlePointerEnter(event: PointerEvent): void {
    // A finger has no hover: its press would leave a tooltip behind.
    if (event.pointerType !== 'touch') open(delay.openDelay(performance.now()))
  }

  function handleFocus(event: FocusEvent): void {
    if (event.target.matches(':focus-visible')) open(0)
  }

  return (
    <span
      ref={anchor}
      className="tooltip-anchor"
      onPointerEnter={handlePointerEnter}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={handleFocus}
      onBlur={close}
    >
      {children}
      {isOpen && <TooltipBubble text={text} anchor={anchor.current} onDismiss={close} />}
    </span>
  )
}

interface TooltipBubbleProps {
  text: string
  anchor: HTMLElement | null
  onDismiss: () => void
}

function TooltipBubble({ text, anchor, onDismiss }: TooltipBubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null)
  const dismiss = useEffectEvent(onDismiss)
  const [place, setPlace] = useState({ x: 0, y: 0 })

  useLayoutEffect(() => {
    const trigger = anchor?.firstElementChild
    if (bubble.current === null || !trigger) return
    bubble.current.showPopover?.()
    const { offsetWidth: width, offsetHeight: height } = bubble.current
    const viewport = { width: innerWidth, height: innerHeight }
    setPlace(placeTooltip(trigger.getBoundingClientRect(), { width, height }, viewport))
  }, [anchor, text])

  useEffect(() => {
    // Before every other Escape handler, wherever the focus is: one press closes one layer.
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing) return
      event.stopPropagation()
      event.preventDefault()
      dismiss()
    }
    document.addEventListener('keydown', handleKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [])

  return (
    <span
      ref={bubble}
      className="tooltip"
      role="tooltip"
      popover="manual"
      style={{ left: place.x, top: place.y }}
    >
      {text}
    </span>
  )
}
