import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { DialogRegions } from './announcer.tsx'
import { IconButton } from './icon-button.tsx'
import { useEscapeLayer } from './use-escape-layer.tsx'
import './dialog.css'

export interface DialogProps {
  title: string
  /** A sentence under the title. */
  description?: string | undefined
  /** Id of an element inside that also describes it. */
  describedBy?: string | undefined
  /** Name of the button that closes it. */
  closeLabel: string
  className?: string
  onClose: () => void
  children?: ReactNode
}

/** For styles: a root with `:has()` would restyle the whole page with each message. */
function markRoot(): void {
  document.documentElement.toggleAttribute(
    'data-dialog',
    document.querySelector('dialog:modal') !== null,
  )
}

/**
 * A modal dialog, open while mounted. The browser's dialog keeps the focus inside, makes the rest inert and draws
 * the overlay; the focus returns to the element that had it.
 */
export function Dialog(props: DialogProps) {
  const { title, description, describedBy, closeLabel, className = '', onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const descriptionId = useId()
  const described = [description && descriptionId, describedBy].filter(Boolean)
  useEscapeLayer(() => onClose())

  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    markRoot()
    return () => {
      element?.close()
      markRoot()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])

  function handleClick(event: MouseEvent): void {
    // The overlay is the dialog element itself; its content is in the box inside.
    if (event.target === dialog.current) onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape and the button do the same
    <dialog
      ref={dialog}
      className={`dialog ${className}`.trim()}
      aria-labelledby={titleId}
      aria-describedby={described.length > 0 ? described.join(' ') : undefined}
      onClick={handleClick}
      // A phone's back gesture.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog-box">
        <div className="dialog-head">
          <h2 id={titleId} className="dialog-title" dir="auto">
            {title}
          </h2>
          <IconButton label={closeLabel} onClick={onClose}>
            <X />
          </IconButton>
        </div>
        {description !== undefined && (
          <p id={descriptionId} className="dialog-description">
            {description}
          </p>
        )}
        {children}
      </div>
      <DialogRegions />
    </dialog>
  )
}
