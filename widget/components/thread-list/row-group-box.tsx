import { useId } from 'react'
import type { ReactNode } from 'react'

export interface RowGroupBoxProps {
  label: string
  /** Whether the name is a heading, or is only heard. */
  isLabelShown: boolean
  /** Rows. */
  children: ReactNode
}

/** Rows that belong together, under their name. */
export function RowGroupBox({ label, isLabelShown, children }: RowGroupBoxProps) {
  const headingId = useId()
  const name = isLabelShown ? { 'aria-labelledby': headingId } : { 'aria-label': label }
  return (
    <div className="thread-group">
      {isLabelShown && (
        <h3 id={headingId} className="thread-group-title">
          {label}
        </h3>
      )}
      <ul className="thread-group-rows" {...name}>
        {children}
      </ul>
    </div>
  )
}
