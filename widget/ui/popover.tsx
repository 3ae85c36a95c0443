import { useDismiss, useInteractions } from '@floating-ui/react'
import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import { useFloatingBox } from './use-floating-box.tsx'
import './popover.css'

export interface PopoverProps {
  /** Stands right before the popover in the document, so that Tab goes from one to the other. */
  trigger: Element
  label: string
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A small box beside its trigger, open while mounted. It never takes the focus by itself. */
export function Popover({ trigger, label, className = '', onClose, children }: PopoverProps) {
  const { context, box } = useFloatingBox({
    trigger,
    placement: 'bottom-start',
    onOpenChange: onClose,
  })
  const { getFloatingProps } = useInteractions([useDismiss(context, { escapeKey: false })])
  return (
    <PopoverBox
      {...getFloatingProps()}
      {...box}
      className={`popover ${className}`.trim()}
      aria-label={label}
      trigger={trigger}
      onLeave={onClose}
    >
      {children}
    </PopoverBox>
  )
}

interface PopoverBoxProps extends ComponentProps<'span'> {
  trigger: Element | null
  /** The focus has moved to neither the box nor its trigger. */
  onLeave: () => void
}

/** The element of a popover. */
export function PopoverBox({ trigger, onLeave, ...native }: PopoverBoxProps) {
  function handleBlur({ relatedTarget, currentTarget }: FocusEvent): void {
    // Without a target the focus is nowhere, for example after a press on plain text.
    if (relatedTarget === null || currentTarget.contains(relatedTarget)) return
    if (trigger?.contains(relatedTarget) !== true) onLeave()
  }

  return <span {...native} role="group" onBlur={handleBlur} />
}
