import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import './buttons.css'
import './error-card.css'

export interface ErrorCardProps {
  title: string
  detail: ReactNode
  /** The button's name; without it there is no button. */
  action?: string | undefined
  /** Id of what the button belongs to, since a page may show several. */
  describedBy?: string | undefined
  /** Stands beside the button. */
  more?: ReactNode
  onAction?: () => void
}

/**
 * What went wrong, in plain words, and the way out. It is no alert itself: the announcer tells each
 * error once, and a stored one is no news.
 */
export function ErrorCard({ title, detail, action, describedBy, more, onAction }: ErrorCardProps) {
  return (
    <div className="error-card" data-ui>
      <p className="error-title">{title}</p>
      <p className="error-detail">{detail}</p>
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
