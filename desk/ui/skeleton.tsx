import { useI18n } from '../i18n/i18n.tsx'
import { VisuallyHidden } from '../../widget/ui/visually-hidden.tsx'
import './skeleton.css'

export interface SkeletonProps {
  /** Rows that the loaded content will have at least. */
  rows: number
  /** Height of a row in rem, as loaded, so that nothing moves when it comes. */
  rowSize?: number
}

/** Holds the place of rows that are loading; invisible at first, so that quick answers do not flash. */
export function Skeleton({ rows, rowSize = 3 }: SkeletonProps) {
  const { t } = useI18n()
  return (
    <div className="skeleton" aria-busy="true">
      <VisuallyHidden>{t('list.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className="skeleton-row"
          style={{ blockSize: `${rowSize}rem` }}
          aria-hidden="true"
        />
      ))}
    </div>
  )
}

/** Holds the place of a page whose file is loading. */
export function PageSkeleton() {
  return (
    <div className="page-body page-waiting">
      <Skeleton rows={6} />
    </div>
  )
}
