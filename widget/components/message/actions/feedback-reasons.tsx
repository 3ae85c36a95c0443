import { useState } from 'react'
import type { FormEvent } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { Popover } from '../../../ui/popover.tsx'
import './feedback-reasons.css'

const REASONS = ['feedback.reason1', 'feedback.reason2', 'feedback.reason3'] as const
type Reason = (typeof REASONS)[number]

/** Characters of a comment; the server takes no more, and the reasons stand before it. */
export const COMMENT_MAX_CHARACTERS = 1800

export interface FeedbackReasonsProps {
  trigger: Element
  onSend: (comment: string) => void
  onClose: () => void
}

/** What was wrong, for those who want to say it. The feedback itself is given already. */
export function FeedbackReasons({ trigger, onSend, onClose }: FeedbackReasonsProps) {
  const { t } = useI18n()
  const [chosen, setChosen] = useState<ReadonlySet<Reason>>(new Set())
  const [comment, setComment] = useState('')
  const reasons = REASONS.filter((reason) => chosen.has(reason)).map((reason) => t(reason))
  const text = [reasons.join(', '), comment.trim()].filter((line) => line !== '').join('\n')

  function toggle(reason: Reason): void {
    const next = new Set(chosen)
    if (!next.delete(reason)) next.add(reason)
    setChosen(next)
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (text === '') return
    onSend(text)
    if (trigger instanceof HTMLElement) trigger.focus({ preventScroll: true })
    onClose()
  }

  return (
    <Popover trigger={trigger} label={t('feedback.title')} className="feedback" onClose={onClose}>
      <form className="feedback-form" onSubmit={handleSubmit} data-ui>
        <p className="feedback-title">{t('feedback.title')}</p>
        <div className="chips">
          {REASONS.map((reason) => (
            <button
              key={reason}
              type="button"
              className="chip feedback-reason"
              aria-pressed={chosen.has(reason)}
              onClick={() => toggle(reason)}
            >
              {t(reason)}
            </button>
          ))}
        </div>
        <textarea
          className="feedback-comment"
          aria-label={t('feedback.comment')}
          placeholder={t('feedback.comment')}
          maxLength={COMMENT_MAX_CHARACTERS}
          rows={2}
          dir={comment === '' ? undefined : 'auto'}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        <button type="submit" className="outline-button" aria-disabled={text === ''}>
          {t('feedback.send')}
        </button>
      </form>
    </Popover>
  )
}
