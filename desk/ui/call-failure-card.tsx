import { CallError } from '../api/call.ts'
import type { CallFailure } from '../api/call.ts'
import type { PlainKey } from '../i18n/i18n.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { englishOnly } from '../../widget/i18n/english-only.ts'
import { ErrorCard } from '../../widget/ui/error-card.tsx'

const SENTENCES: Readonly<Record<CallFailure, PlainKey>> = {
  offline: 'error.offline',
  late: 'error.late',
  'signed-out': 'signIn.ended',
  forbidden: 'error.forbidden',
  'not-found': 'error.notFound',
  refused: 'error.offline',
}

/** Words for a failed call: the server's own sentence where it gave one and the desk is in English. */
export function useFailureWords(): (error: unknown) => string {
  const { t, locale } = useI18n()
  return (error) => {
    if (!(error instanceof CallError)) return t('error.offline')
    const isTheServers = error.type === 'refused' && error.message !== ''
    return (isTheServers && englishOnly(locale, error.message)) || t(SENTENCES[error.type])
  }
}

export interface CallFailureCardProps {
  error: unknown
  /** Default: that it could not be loaded. */
  title?: string
  onRetry?: () => void
}

/** A failed call in words, with the way to try again. */
export function CallFailureCard({ error, title, onRetry }: CallFailureCardProps) {
  const { t } = useI18n()
  const words = useFailureWords()
  return (
    <ErrorCard
      title={title ?? t('error.title')}
      detail={words(error)}
      {...(onRetry && { action: t('error.retry'), onAction: onRetry })}
    />
  )
}
