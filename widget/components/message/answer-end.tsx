import { useAtomValue, useSetAtom } from 'jotai/react'
import { RefreshCw } from 'lucide-react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { Message } from '../../../shared/thread/message.ts'
import { isDisabledAtom, isRunningAtom, retryAtom } from '../../state/thread.ts'
import { ErrorCard } from '../notices/error-card.tsx'
import { errorDetail } from './error-detail.ts'
import { messageHeadingId } from './message-element-id.ts'

export interface AnswerEndProps {
  message: Message
  isLast: boolean
}

/** How an answer ended, when it did not simply end. */
export function AnswerEnd({ message, isLast }: AnswerEndProps) {
  const { t } = useI18n()
  const isRunning = useAtomValue(isRunningAtom)
  const isDisabled = useAtomValue(isDisabledAtom)
  const retry = useSetAtom(retryAtom)
  if (message.status?.type !== 'incomplete') return null

  const { reason, error } = message.status
  const canRetry = isLast && !isRunning && !isDisabled
  const describedBy = messageHeadingId(message.id)

  switch (reason) {
    case 'error':
      return (
        <ErrorCard
          title={t(message.content.length === 0 ? 'error.noAnswer' : 'error.title')}
          detail={errorDetail(t, error)}
          action={canRetry ? t('action.tryAgain') : undefined}
          describedBy={describedBy}
          onAction={() => retry(message.id)}
        />
      )
    case 'cancelled':
      return (
        <p className="message-note">
          <span>{t('message.stopped')}</span>
          {canRetry && (
            <button
              type="button"
              className="text-button"
              aria-describedby={describedBy}
              onClick={() => retry(message.id)}
            >
              <RefreshCw />
              {t('action.tryAgain')}
            </button>
          )}
        </p>
      )
    case 'length':
      return <p className="message-note">{t('message.tooLong')}</p>
    case 'content-filter':
      return <p className="message-note">{t('message.filtered')}</p>
    case 'tool-calls':
    case 'other':
      return <p className="message-note">{t('message.unfinished')}</p>
    default:
      return reason satisfies never
  }
}
