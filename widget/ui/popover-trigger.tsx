import {
  safePolygon,
  useClick,
  useDismiss,
  useFocus,
  useHover,
  useInteractions,
} from '@floating-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { PopoverBox } from './popover.tsx'
import { SAFE_POLYGON_PX, useFloatingBox } from './use-floating-box.tsx'

/** A pointer that passes by faster than this opens nothing. */
export const POPOVER_HOVER_MS = 200

export interface PopoverTriggerProps {
  /** The button's accessible name; it begins with what is visible, or holds it. */
  label: string
  className: string
  /** Content of the popover. */
  content: ReactNode
  children: ReactNode
}

/** A button that explains itself on hover, on focus and on a press, which keeps it open. */
export function PopoverTrigger({ label, className, content, children }: PopoverTriggerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { context, setReference, box } = useFloatingBox({
    isOpen,
    // Above it, the words that it belongs to stay readable.
    placement: 'bottom-start',
    onOpenChange: setIsOpen,
  })
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, {
      mouseOnly: true,
      // A popover that Escape has closed stays closed while the pointer moves on its trigger.
      move: false,
      delay: { open: POPOVER_HOVER_MS },
      handleClose: safePolygon({ buffer: SAFE_POLYGON_PX }),
    }),
    useFocus(context),
    useClick(context),
    useDismiss(context, { escapeKey: false }),
  ])
  return (
    <>
      <button
        {...getReferenceProps()}
        ref={setReference}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={isOpen}
      >
        {children}
      </button>
      {isOpen && (
        <PopoverBox
          {...getFloatingProps()}
          {...box}
          className="popover"
          aria-label={label}
          trigger={context.elements.domReference}
          onLeave={() => setIsOpen(false)}
        >
          {content}
        </PopoverBox>
      )}
    </>
  )
}
