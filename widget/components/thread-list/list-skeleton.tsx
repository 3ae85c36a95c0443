import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useListTexts } from './list-texts.ts'

const ROWS = [72, 54, 81, 63, 48, 76] as const

/** The shape of a list. One status for all of it, not one per row. */
export function ListSkeleton() {
  const texts = useListTexts()
  return (
    <div className="thread-skeleton" role="status">
      <VisuallyHidden>{texts('threads.loading')}</VisuallyHidden>
      {ROWS.map((percent) => (
        <span key={percent} className="thread-skeleton-row" aria-hidden>
          <span className="thread-skeleton-line" style={{ inlineSize: `${percent}%` }} />
        </span>
      ))}
    </div>
  )
}
