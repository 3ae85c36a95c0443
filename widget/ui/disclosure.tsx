import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import './disclosure.css'

export interface DisclosureProps {
  /** The line that is always visible; the button's name. */
  summary: ReactNode
  className?: string
  children: ReactNode
}

/** A folded line. What it hides is mounted only while it is open; the user's choice stays. */
export function Disclosure({ summary, className = '', children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false)
  const regionId = useId()

  return (
    <div className={`disclosure ${className}`.trim()} data-state={isOpen ? 'open' : 'closed'}>
      <button
        type="button"
        className="disclosure-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? regionId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {summary}
      </button>
      {isOpen && (
        <div id={regionId} className="disclosure-content">
          {children}
        </div>
      )}
    </div>
  )
}
