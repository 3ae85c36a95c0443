import type { ReactNode } from 'react'
import './count-list.css'

export interface CountRow {
  readonly key: string
  readonly name: ReactNode
  readonly count: ReactNode
}

/** Names with a count each, such as reasons with their ratings. */
export function CountList({ label, rows }: { label: string; rows: readonly CountRow[] }) {
  return (
    <ol className="report-list" aria-label={label}>
      {rows.map(({ key, name, count }) => (
        <li key={key} className="count-row">
          <span className="count-name">{name}</span>
          <span className="count-figure">{count}</span>
        </li>
      ))}
    </ol>
  )
}
