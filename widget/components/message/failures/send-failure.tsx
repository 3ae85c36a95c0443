import { useAtomValue } from 'jotai/react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { noticesAtom } from '../../../state/failures.ts'
import { lastMessageIdAtom } from '../../../state/thread.ts'
import { ErrorCard } from '../../notices/error-card.tsx'
import { errorDetail, readErrorData } from './read-error.ts'
import { RetryCountdown } from './countdown.tsx'

export interface SendFailureProps {
  /** The message that was not sent. */
  id: string
}

/** Why a message was not taken, where waiting helps, until tomorrow perhaps, or making room. Only the last one's reason is known. */
export function SendFailure({ id }: SendFailureProps) {
  const { t } = useI18n()
  const notice = useAtomValue(noticesAtom).findLast(({ during }) => during === 'send')
  const isLast = useAtomValue(lastMessageIdAtom) === id
  if (!isLast || !notice) return null
  const { code, retryAfter } = readErrorData(notice.error)
  if (code === 'budget_exhausted' || code === 'quota_exceeded') {
    // The button beside it tries again, once that can help.
    return <ErrorCard title={t('error.noAnswer')} detail={errorDetail(t, { code })} />
  }
  if (code !== 'rate_limited') return null
  return (
    <span className="not-sent-reason">
      {retryAfter === undefined ? (
        t('error.rateLimited')
      ) : (
        <RetryCountdown key={notice.id} seconds={retryAfter} />
      )}
    </span>
  )
}
