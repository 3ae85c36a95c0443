import type { ReactNode } from 'react'

export interface ListMessageProps {
  text: string
  hint?: string
  /** Name of the one button. Default: there is none. */
  action?: string
  onAction?: () => void
  icon?: ReactNode
}

/** What stands where threads would be. */
export function ListMessage({ text, hint, action, onAction, icon }: ListMessageProps) {
  return (
    <div className="thread-list-message">
      {icon}
      <p className="thread-list-text" dir="auto">
        {text}
      </p>
      {hint !== undefined && <p className="thread-list-hint">{hint}</p>}
      {action !== undefined && (
        <button type="button" className="outline-button" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  )
}
