import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useFocusHandover } from './use-focus-handover.tsx'
import './disclosure.css'

export interface DisclosureProps {
  /** The line that is always visible; the button's name. */
  summary: ReactNode
  className?: string
  /** Name of a second button that folds long content from its end. Default: no button. */
  closeLabel?: string | undefined
  /** Shown while folded. */
  preview?: ReactNode
  children: ReactNode
}

/** Content folded to one line. Mounted only while open; the user's choice stays. */
export function Disclosure(props: DisclosureProps) {
  const { summary, className = '', closeLabel, preview, children } = props
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useFocusHandover<HTMLDivElement>()
  const regionId = useId()

  function handleClose(): void {
    setIsOpen(false)
    // The second button is removed with the content.
    button.current?.focus()
  }

  return (
    <div
      ref={box}
      className={`disclosure ${className}`.trim()}
      data-state={isOpen ? 'open' : 'closed'}
    >
      <button
        ref={button}
        type="button"
        className="disclosure-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? regionId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {summary}
      </button>
      {isOpen ? (
        <div id={regionId} className="disclosure-content">
          {children}
          {closeLabel !== undefined && (
            <button type="button" className="text-button" onClick={handleClose}>
              {closeLabel}
            </button>
          )}
        </div>
      ) : (
        preview
      )}
    </div>
  )
}
