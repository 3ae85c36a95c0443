import { useAtomValue, useSetAtom } from 'jotai/react'
import { RefreshCw, SquarePen, StepForward } from 'lucide-react'
import { useState } from 'react'
import type { JsonValue } from '../../../shared/json.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { RETRY_AT } from '../../../shared/wire/chunk.ts'
import { isContextFull, isCutOff } from '../../../shared/thread/settle-message.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { continueAnswerAtom, isDisabledAtom, retryAtom } from '../../conversation/atoms/thread.ts'
import { capabilitiesAtom, isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { newThreadAtom } from '../../thread-list/atoms/new-thread.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { endNoteOf, offersRetry } from './end-note.ts'
import { errorDetail, readErrorData } from './read-error.ts'
import { messageHeadingId } from '../message-element.ts'
import { RetryCountdown } from './countdown.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { CLICK_ECHO_MS } from '../actions/copy-action.tsx'

export interface AnswerEndProps {
  message: Message
  isLast: boolean
}

/** A note about the end of an answer that did not complete normally. */
export function AnswerEnd({ message, isLast }: AnswerEndProps) {
  const isRunning = useAtomValue(isRunningAtom)
  const isDisabled = useAtomValue(isDisabledAtom)
  const retry = useSetAtom(retryAtom)
  const continueAnswer = useSetAtom(continueAnswerAtom)
  const beginThread = useSetAtom(newThreadAtom)
  const capabilities = useAtomValue(capabilitiesAtom)
  const { t } = useI18n()
  const note = endNoteOf(message)
  const isFailed = message.status?.type === 'incomplete' && message.status.reason === 'error'
  const canRetry = isLast && !isRunning && !isDisabled
  const describedBy = messageHeadingId(message.id)

  if (isFailed) {
    const { error } = message.status
    const retryAt = message.metadata.custom[RETRY_AT]
    return (
      <ErrorCard
        title={t(message.content.length === 0 ? 'error.noAnswer' : 'error.title')}
        detail={<ErrorText error={error} retryAt={retryAt} isLast={isLast} />}
        action={canRetry ? t('action.tryAgain') : undefined}
        describedBy={describedBy}
        more={<CopyDetails message={message} error={error} />}
        onAction={() => retry(message.id)}
      />
    )
  }
  if (note === null) return null
  const canContinue = canRetry && capabilities.continue && isCutOff(message)
  return (
    <p className="message-note" data-ui>
      <span>{t(note)}</span>
      {canContinue && (
        <button
          type="button"
          className="text-button"
          aria-describedby={describedBy}
          onClick={() => continueAnswer(message.id)}
        >
          <StepForward data-flip />
          {t('message.continue')}
        </button>
      )}
      {canRetry && isContextFull(message) && (
        <button
          type="button"
          className="text-button"
          aria-describedby={describedBy}
          onClick={() => void beginThread()}
        >
          <SquarePen />
          {t('header.newThread')}
        </button>
      )}
      {canRetry && offersRetry(message) && (
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
}

interface ErrorTextProps {
  error: JsonValue | undefined
  /** Time from which the model may be asked again, in the server's format. */
  retryAt: JsonValue | undefined
  isLast: boolean
}

function ErrorText({ error, retryAt, isLast }: ErrorTextProps) {
  const { t, locale } = useI18n()
  const { code, retryAfter } = readErrorData(error)
  // Read once: the countdown reports that the time has come, and after a reload that is not news.
  const [modelSeconds] = useState(() => secondsUntil(retryAt))
  if (code === 'rate_limited' && retryAfter !== undefined && isLast) {
    return <RetryCountdown seconds={retryAfter} />
  }
  if (modelSeconds > 0 && isLast) {
    return <RetryCountdown seconds={modelSeconds} text="error.modelRetryIn" />
  }
  return errorDetail(t, error, locale)
}

/** 0 without a readable time. */
function secondsUntil(time: JsonValue | undefined): number {
  const ms = typeof time === 'string' ? Date.parse(time) - Date.now() : 0
  return ms > 0 ? ms / 1000 : 0
}

interface CopyDetailsProps {
  message: Message
  error: JsonValue | undefined
}

/** Copies the facts that support needs to find the error again. They contain nothing of the conversation. */
function CopyDetails({ message, error }: CopyDetailsProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const [isCopied, setIsCopied] = useState(false)

  async function handleClick(): Promise<void> {
    const isDone = await copyText(document, detailsOf(message, error))
    setIsCopied(isDone)
    announce(t(isDone ? 'action.copied' : 'action.copyFailed'), { delayMs: CLICK_ECHO_MS })
  }

  return (
    <button
      type="button"
      className="text-button"
      aria-describedby={messageHeadingId(message.id)}
      onClick={() => void handleClick()}
    >
      {t(isCopied ? 'action.copied' : 'action.copyDetails')}
    </button>
  )
}

function detailsOf({ id, createdAt }: Message, error: JsonValue | undefined): string {
  const { code, message, requestId } = readErrorData(error)
  return JSON.stringify({ requestId, code, message, messageId: id, time: createdAt }, null, 2)
}
