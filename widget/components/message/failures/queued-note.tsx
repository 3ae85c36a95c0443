import { useSetAtom } from 'jotai/react'
import Clock from 'lucide-react/icons/clock'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { QueuedMessage } from '../../../state/queued.ts'
import { editQueuedAtom, removeQueuedAtom, retryAtom } from '../../../state/thread.ts'
import { messageHeadingId } from '../message-element.ts'
import { SendFailure } from './send-failure.tsx'

export interface QueuedNoteProps {
  queued: QueuedMessage
}

/** Says that a message waits, or was not taken; it can be changed and removed either way. */
export function QueuedNote({ queued: { id, error } }: QueuedNoteProps) {
  const { t } = useI18n()
  const retry = useSetAtom(retryAtom)
  const edit = useSetAtom(editQueuedAtom)
  const remove = useSetAtom(removeQueuedAtom)
  const actions = [
    ...(error === null ? [] : [{ label: t('action.tryAgain'), act: retry }]),
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
      {error !== null && <SendFailure id={id} />}
    </div>
  )
}
