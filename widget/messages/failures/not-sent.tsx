import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { Clock } from 'lucide-react'
import { useMemo } from 'react'
import { OPERATOR_REFUSALS } from '../../../shared/operator-refusals.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { noticesAtom } from '../../world/failures.ts'
import type { QueuedMessage } from '../../conversation/atoms/queued.ts'
import {
  editQueuedAtom,
  failedMessageIdsAtom,
  lastMessageIdAtom,
  removeQueuedAtom,
  retryAtom,
} from '../../conversation/atoms/thread.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { messageHeadingId } from '../message-element.ts'
import { RetryCountdown } from './countdown.tsx'
import { errorDetail, readErrorData } from './read-error.ts'

export interface NotSentProps {
  id: string
  /** Set if the message waits, or was refused when it was its turn. */
  queued: QueuedMessage | null
}

/** Note and actions for a message that was not delivered. */
export function NotSent({ id, queued }: NotSentProps) {
  const { t } = useI18n()
  const hasFailedAtom = useMemo(() => atom((get) => get(failedMessageIdsAtom).has(id)), [id])
  const hasFailed = useAtomValue(hasFailedAtom)
  const retry = useSetAtom(retryAtom)
  if (queued) return <QueuedNote queued={queued} />
  if (!hasFailed) return null
  return (
    <div className="not-sent" data-ui>
      <span>{t('message.notSent')}</span>
      <span aria-hidden>·</span>
      <button
        type="button"
        className="text-button"
        aria-describedby={messageHeadingId(id)}
        onClick={() => retry(id)}
      >
        {t('action.tryAgain')}
      </button>
      <SendFailure id={id} />
    </div>
  )
}

/** Note for a message that waits or was refused. Both can be edited and removed. */
function QueuedNote({ queued: { id, error, hasLostFile } }: { queued: QueuedMessage }) {
  const { t } = useI18n()
  const retry = useSetAtom(retryAtom)
  const edit = useSetAtom(editQueuedAtom)
  const remove = useSetAtom(removeQueuedAtom)
  const actions = [
    // A lost file has to be chosen again: a retry would fail as well.
    ...(error === null || hasLostFile ? [] : [{ label: t('action.tryAgain'), act: retry }]),
    { label: t('action.edit'), act: edit },
    { label: t('message.remove'), act: remove },
  ]
  return (
    <div className="not-sent" data-state={error === null ? 'waiting' : 'failed'} data-ui>
      {error === null && <Clock className="not-sent-icon" />}
      <span>{t(error === null ? 'message.waiting' : 'message.notSent')}</span>
      {actions.map(({ label, act }) => (
        <span key={label} className="not-sent-action">
          <span aria-hidden>·</span>
          <button
            type="button"
            className="text-button"
            aria-describedby={messageHeadingId(id)}
            onClick={() => act(id)}
          >
            {label}
          </button>
        </span>
      ))}
      {hasLostFile ? (
        <span className="not-sent-reason">{t('message.fileLost')}</span>
      ) : (
        error !== null && <SendFailure id={id} code={error.code} />
      )}
    </div>
  )
}

/** Refusals that end with time, with the next day, or through the operator. */
const EXPLAINED: readonly (string | undefined)[] = [
  'budget_exhausted',
  'quota_exceeded',
  ...OPERATOR_REFUSALS,
  'visitor_refused',
]

/**
 * The reason of a refusal, if waiting helps (perhaps until tomorrow), freeing space, or a shorter message. Only the
 * last refusal's reason is known, until it is disproved.
 */
function SendFailure({ id, code: ownCode }: { id: string; code?: string }) {
  const { t, locale } = useI18n()
  const notice = useAtomValue(noticesAtom).findLast(
    ({ during, error }) => during === 'send' && (ownCode === undefined || error.code === ownCode),
  )
  const isLast = useAtomValue(lastMessageIdAtom) === id
  if (!isLast || !notice) return null
  const { code, retryAfter } = readErrorData(notice.error)
  if (EXPLAINED.includes(code)) {
    // The button beside it retries as soon as that can help.
    const detail = errorDetail(t, notice.error, locale)
    return <ErrorCard title={t('error.noAnswer')} detail={detail} />
  }
  if (code === 'too_large') return <span className="not-sent-reason">{t('error.tooLarge')}</span>
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
