import { useSetAtom } from 'jotai/react'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useRef, useState } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { Feedback, Message } from '../../../../shared/thread/message.ts'
import { giveFeedbackAtom } from '../../../state/thread.ts'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CLICK_ECHO_MS } from './copy-action.tsx'
import { FeedbackReasons } from './feedback-reasons.tsx'
import { messageHeadingId } from '../message-element-id.ts'

/** Two toggles of which one can be pressed; a second press takes it back. */
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
