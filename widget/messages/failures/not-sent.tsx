import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { Clock } from 'lucide-react'
import { useMemo, useState } from 'react'
import { OPERATOR_REFUSALS } from '../../../shared/operator-refusals.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { noticesAtom } from '../../world/failures.ts'
import type { QueuedMessage } from '../../conversation/atoms/queued.ts'
import {
  editQueuedAtom,
  failedMessageIdsAtom,
  isQueueBehindAtom,
  lastMessageIdAtom,
  removeQueuedAtom,
  retryAtom,
} from '../../conversation/atoms/thread.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { messageHeadingId } from '../message-element.ts'
import { CountdownTo, RetryCountdown } from './countdown.tsx'
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
function QueuedNote({ queued }: { queued: QueuedMessage }) {
  const { id, error, hasLostFile } = queued
  const { t } = useI18n()
  const isBehind = useAtomValue(isQueueBehindAtom)
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
      {hasLostFile && <span className="not-sent-reason">{t('message.fileLost')}</span>}
      {!hasLostFile && error !== null && <SendFailure id={id} queued={queued} />}
      {error === null && isBehind && (
        <span className="not-sent-reason">{t('message.waitingBehind')}</span>
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
 * last refusal's reason is known, until it is disproved; a queued message keeps that of a limit until it ends.
 */
function SendFailure({ id, queued }: { id: string; queued?: QueuedMessage }) {
  const { t, locale } = useI18n()
  const [now] = useState(Date.now)
  const { error: own = null, endsAt } = queued ?? {}
  const notice = useAtomValue(noticesAtom).findLast(
    ({ during, error }) => during === 'send' && (own === null || error.code === own.code),
  )
  const isLast = useAtomValue(lastMessageIdAtom) === id
  // An error without data was read from the device, which says nothing of what disproves it.
  const kept = own?.data === undefined && endsAt !== undefined && endsAt > now ? own : null
  const error = notice?.error ?? kept
  if (error === null || (own === null && !isLast)) return null
  const { code, retryAfter } = readErrorData(error)
  if (EXPLAINED.includes(code)) {
    // The button beside it retries as soon as that can help.
    const detail = errorDetail(t, error, locale)
    return <ErrorCard title={t('error.noAnswer')} detail={detail} />
  }
  if (code === 'too_large') return <span className="not-sent-reason">{t('error.tooLarge')}</span>
  if (code !== 'rate_limited') return null
  const isNews = notice !== undefined
  return (
    <span className="not-sent-reason">
      {endsAt !== undefined && <CountdownTo key={endsAt} endsAt={endsAt} isNews={isNews} />}
      {endsAt === undefined && retryAfter === undefined && t('error.rateLimited')}
      {endsAt === undefined && retryAfter !== undefined && (
        <RetryCountdown key={notice?.id} seconds={retryAfter} />
      )}
    </span>
  )
}
