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
import { createPortal } from 'react-dom'
import { Dialog } from './dialog.tsx'
import { PopoverBox } from './popover.tsx'
import './sheet.css'
import { SAFE_POLYGON_PX, useFloatingBox } from './use-floating-box.tsx'
import { useMediaQuery } from './use-media-query.tsx'

/** A pointer that passes by faster than this opens nothing. */
export const POPOVER_HOVER_MS = 200

/** Frames without room for a large box beside its trigger: phones, and pages that are zoomed in. */
export const SHEET_QUERY =
  '(max-width: 380px), (max-width: 480px) and (pointer: coarse), (max-height: 380px)'

/** A dialog from the bottom edge. */
export interface Sheet {
  readonly title: string
  /** Name of the button that closes it. */
  readonly closeLabel: string
}

export interface PopoverTriggerProps {
  /** The button's accessible name, which begins with the visible text or contains it. */
  label: string
  className: string
  /** Content of the popover. */
  content: ReactNode
  /** Holds the content where there is no room for a large box; it opens on a press. Default: always a box. */
  sheet?: Sheet
  children: ReactNode
}

/** A button that explains itself on hover, on focus and on a press, which keeps it open. */
export function PopoverTrigger(props: PopoverTriggerProps) {
  const { label, className, content, sheet, children } = props
  const [isOpen, setIsOpen] = useState(false)
  const isNarrow = useMediaQuery(SHEET_QUERY)
  const isSheet = sheet !== undefined && isNarrow
  const { context, setReference, box } = useFloatingBox({
    isOpen,
    // Below the trigger, so that the text above, to which it belongs, stays readable.
    placement: 'bottom-start',
    onOpenChange: setIsOpen,
  })
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, {
      enabled: !isSheet,
      mouseOnly: true,
      // A popover that Escape has closed stays closed while the pointer moves on its trigger.
      move: false,
      delay: { open: POPOVER_HOVER_MS },
      handleClose: safePolygon({ buffer: SAFE_POLYGON_PX }),
    }),
    useFocus(context, { enabled: !isSheet }),
    useClick(context),
    useDismiss(context, { enabled: !isSheet, escapeKey: false }),
  ])
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        {...getReferenceProps()}
        ref={setReference}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={isOpen}
        aria-haspopup={isSheet ? 'dialog' : undefined}
      >
        {children}
      </button>
      {isOpen &&
        isSheet &&
        createPortal(
          <Dialog {...sheet} className="sheet" onClose={close}>
            {content}
          </Dialog>,
          document.body,
        )}
      {isOpen && !isSheet && (
        <PopoverBox
          {...getFloatingProps()}
          {...box}
          className="popover"
          aria-label={label}
          trigger={context.elements.domReference}
          onLeave={close}
        >
          {content}
        </PopoverBox>
      )}
    </>
  )
}
