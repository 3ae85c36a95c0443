import type { ReactNode } from 'react'
import './empty-state.css'

export interface EmptyStateProps {
  title: string
  /** Says how the place gets filled. */
  hint?: ReactNode
  children?: ReactNode
}

/** Words in the place of a list without rows. */
export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <span className="empty-dot" aria-hidden="true" />
      <p className="empty-title">{title}</p>
      {hint && <p className="empty-hint">{hint}</p>}
      {children}
    </div>
  )
}
