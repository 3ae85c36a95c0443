import type { FocusEvent, ReactNode } from 'react'
import { useFloatingBox } from './use-floating-box.tsx'
import './popover.css'

export interface PopoverProps {
  /** Stands right before the popover in the document, so that Tab goes from one to the other. */
  trigger: Element
  label: string
  /** It came with the pointer, and goes with it. Default false. */
  isHover?: boolean
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A small box beside its trigger, open while mounted. It never takes the focus by itself. */
export function Popover(props: PopoverProps) {
  const { trigger, label, isHover = false, className = '', onClose, children } = props
  const { box, props: boxProps } = useFloatingBox({
    trigger,
    // What it explains stays readable.
    placement: 'bottom-start',
    isHover,
    onClose(reason) {
      const hadFocus = box.current?.contains(document.activeElement) === true
      onClose()
      const takesBack = reason === 'escape' && hadFocus && trigger instanceof HTMLElement
      if (takesBack) trigger.focus({ preventScroll: true })
    },
  })

  function handleBlur({ relatedTarget, currentTarget }: FocusEvent): void {
    // Without a target the focus is nowhere, for example on a press on plain text.
    if (relatedTarget === null || currentTarget.contains(relatedTarget)) return
    if (!trigger.contains(relatedTarget)) onClose()
  }

  return (
    <span
      {...boxProps}
      className={`popover ${className}`.trim()}
      role="group"
      aria-label={label}
      onBlur={handleBlur}
    >
      {children}
    </span>
  )
}
