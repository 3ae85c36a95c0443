import { useSetAtom } from 'jotai/react'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import type { Feedback, Message } from '../../../shared/thread/message.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { giveFeedbackAtom } from '../../conversation/atoms/feedback.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CLICK_ECHO_MS } from './copy-action.tsx'
import { messageHeadingId } from '../message-element.ts'
import { Popover } from '../../ui/popover.tsx'
import './feedback-reasons.css'
import { useTypedText } from '../../world/use-typed-text.tsx'

/** Two toggles, at most one of them pressed. A second press clears it. */
export function FeedbackActions({ message }: { message: Message }) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const giveFeedback = useSetAtom(giveFeedbackAtom)
  const bad = useRef<HTMLButtonElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const given = message.metadata.submittedFeedback?.type
  const describedBy = messageHeadingId(message.id)

  function give(type: Feedback['type'], comment?: string): void {
    giveFeedback(message.id, { type, ...(comment === undefined ? {} : { comment }) })
    announce(t('feedback.thanks'), { delayMs: CLICK_ECHO_MS })
  }

  function press(type: Feedback['type']): void {
    setIsAsking(false)
    if (given === type) {
      giveFeedback(message.id, null)
      announce(t('feedback.removed'), { delayMs: CLICK_ECHO_MS })
      return
    }
    give(type)
    setIsAsking(type === 'negative')
  }

  return (
    <>
      <IconButton
        label={t('action.good')}
        aria-describedby={describedBy}
        aria-pressed={given === 'positive'}
        onClick={() => press('positive')}
      >
        <ThumbsUp />
      </IconButton>
      <IconButton
        ref={bad}
        label={t('action.bad')}
        aria-describedby={describedBy}
        aria-pressed={given === 'negative'}
        onClick={() => press('negative')}
      >
        <ThumbsDown />
      </IconButton>
      {isAsking && given === 'negative' && bad.current && (
        <FeedbackReasons
          trigger={bad.current}
          onSend={(comment) => give('negative', comment)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

const REASONS = ['feedback.reason1', 'feedback.reason2', 'feedback.reason3'] as const
type Reason = (typeof REASONS)[number]

/** Characters of a comment: the server's limit less the reasons in front of it. */
const COMMENT_MAX_CHARACTERS = 1800

interface FeedbackReasonsProps {
  trigger: Element
  onSend: (comment: string) => void
  onClose: () => void
}

/** Optional reasons for negative feedback, which is already sent. */
function FeedbackReasons({ trigger, onSend, onClose }: FeedbackReasonsProps) {
  const { t } = useI18n()
  const [chosen, setChosen] = useState<ReadonlySet<Reason>>(new Set())
  const [comment, setComment] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const handleChange = useTypedText('comment', field, comment, setComment)
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
              dir="auto"
              aria-pressed={chosen.has(reason)}
              onClick={() => toggle(reason)}
            >
              {t(reason)}
            </button>
          ))}
        </div>
        <label>
          {t('feedback.comment')}
          <textarea
            ref={field}
            className="feedback-comment"
            maxLength={COMMENT_MAX_CHARACTERS}
            rows={2}
            dir={comment === '' ? undefined : 'auto'}
            value={comment}
            onChange={handleChange}
          />
        </label>
        <button type="submit" className="outline-button" aria-disabled={text === ''}>
          {t('feedback.send')}
        </button>
      </form>
    </Popover>
  )
}
