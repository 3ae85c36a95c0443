import { useEffect, useRef, useState } from 'react'
import type { FocusEvent, PointerEvent, ReactNode } from 'react'
import { Popover } from './popover.tsx'

/** A pointer that only passes by opens nothing. */
export const POPOVER_HOVER_MS = 200

export interface PopoverTriggerProps {
  /** The button's accessible name; it begins with what is visible, or holds it. */
  label: string
  className: string
  /** What the popover shows. */
  content: ReactNode
  children: ReactNode
}

type Opening = 'hover' | 'focus' | 'press'

/** A button that explains itself on hover, on focus and on a press. */
export function PopoverTrigger({ label, className, content, children }: PopoverTriggerProps) {
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [opening, setOpening] = useState<Opening | null>(null)

  useEffect(() => cancel, [])

  function cancel(): void {
    clearTimeout(timer.current)
  }

  function open(how: Opening, delayMs: number): void {
    cancel()
    timer.current = setTimeout(() => setOpening(how), delayMs)
  }

  function close(): void {
    cancel()
    setOpening(null)
  }

  function handlePointerEnter({ pointerType }: PointerEvent): void {
    if (pointerType !== 'touch' && opening === null) open('hover', POPOVER_HOVER_MS)
  }

  function handlePointerLeave(): void {
    if (opening === null) cancel()
  }

  function handleFocus({ target }: FocusEvent): void {
    if (opening === null && target.matches(':focus-visible')) open('focus', 0)
  }

  function handleBlur({ relatedTarget, currentTarget }: FocusEvent): void {
    const next = currentTarget.nextElementSibling
    if (relatedTarget === null || next?.contains(relatedTarget) === true) return
    close()
  }

  function handleClick(): void {
    // A press keeps open what the pointer or the focus has opened; the next one closes it.
    if (opening === 'press') close()
    else if (opening === null) open('press', 0)
    else setOpening('press')
  }

  const isOpen = opening !== null
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={isOpen}
        onPointerEnter={handlePointerEnter}
        onPointerLeave={handlePointerLeave}
        onFocus={handleFocus}
        onBlur={handleBlur}
        onClick={handleClick}
      >
        {children}
      </button>
      {isOpen && button.current && (
        <Popover
          trigger={button.current}
          label={label}
          isHover={opening === 'hover'}
          onClose={close}
        >
          {content}
        </Popover>
      )}
    </>
  )
}
