import { RefreshCw } from 'lucide-react'
import './notices.css'

export interface ErrorCardProps {
  title: string
  detail: string
  /** The button's name; without it there is no button. */
  action?: string | undefined
  /** Id of what the button belongs to, since a page may show several. */
  describedBy?: string | undefined
  onAction?: () => void
}

/** What went wrong, in plain words, and the way out. */
export function ErrorCard({ title, detail, action, describedBy, onAction }: ErrorCardProps) {
  return (
    <div className="error-card">
      <p className="error-title">{title}</p>
      <p className="error-detail">{detail}</p>
      {action !== undefined && (
        <button
          type="button"
          className="outline-button"
          aria-describedby={describedBy}
          onClick={onAction}
        >
          <RefreshCw />
          {action}
        </button>
      )}
    </div>
  )
}
