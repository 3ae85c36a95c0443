import { useI18n } from '../../i18n/i18n-context.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

const LINES = ['own', 'long', 'long', 'short', 'own', 'long', 'short'] as const

/** The shape of a conversation. One status for all of it, not one per line. */
export function HistorySkeleton() {
  const { t } = useI18n()
  return (
    <div className="skeleton" role="status">
      <VisuallyHidden>{t('thread.loading')}</VisuallyHidden>
      {LINES.map((shape, index) => (
        <span key={index} className="skeleton-line" data-shape={shape} aria-hidden />
      ))}
    </div>
  )
}
