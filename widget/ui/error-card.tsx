import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import './buttons.css'
import './error-card.css'

export interface ErrorCardProps {
  title: string
  detail: ReactNode
  /** The button's name. Absent: no button. */
  action?: string | undefined
  /** Id of the button's subject, since a page may show several cards. */
  describedBy?: string | undefined
  /** Shown beside the button. */
  more?: ReactNode
  onAction?: () => void
}

/**
 * An error in plain words, with an action. Not an alert: the announcer speaks each error once, and a stored one is
 * not news.
 */
export function ErrorCard({ title, detail, action, describedBy, more, onAction }: ErrorCardProps) {
  return (
    <div className="error-card" data-ui>
      <p className="error-title" dir="auto">
        {title}
      </p>
      <p className="error-detail" dir="auto">
        {detail}
      </p>
      {(action !== undefined || more !== undefined) && (
        <div className="error-actions">
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
          {more}
        </div>
      )}
    </div>
  )
}
