import { useId } from 'react'
import type { ReactNode } from 'react'
import './report-section.css'

export interface ReportSectionProps {
  title: string
  /** A sentence below the title. */
  hint?: ReactNode
  /** At the end of the title's line. */
  more?: ReactNode
  children: ReactNode
}

/** A part of a page on a card of its own. */
export function ReportSection({ title, hint, more, children }: ReportSectionProps) {
  const id = useId()
  return (
    <section className="report-section" aria-labelledby={id}>
      <div className="report-head">
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {hint && <p className="report-hint">{hint}</p>}
      {children}
    </section>
  )
}
