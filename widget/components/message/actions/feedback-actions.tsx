import { useSetAtom } from 'jotai/react'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useRef, useState } from 'react'
import type { ComponentType } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { Feedback, Message } from '../../../../shared/thread/message.ts'
import { giveFeedbackAtom } from '../../../state/thread.ts'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CLICK_ECHO_MS } from './copy-action.tsx'
import type { FeedbackReasonsProps } from './feedback-reasons.tsx'
import { messageHeadingId } from '../message-element-id.ts'

/** Two toggles of which one can be pressed; a second press takes it back. */
export function FeedbackActions({ message }: { message: Message }) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const giveFeedback = useSetAtom(giveFeedbackAtom)
  const bad = useRef<HTMLButtonElement>(null)
  const [Reasons, setReasons] = useState<ComponentType<FeedbackReasonsProps> | null>(null)
  const given = message.metadata.submittedFeedback?.type
  const describedBy = messageHeadingId(message.id)

  function give(type: Feedback['type'], comment?: string): void {
    giveFeedback(message.id, { type, ...(comment === undefined ? {} : { comment }) })
    announce(t('feedback.thanks'), { delayMs: CLICK_ECHO_MS })
  }

  async function press(type: Feedback['type']): Promise<void> {
    setReasons(null)
    if (given === type) {
      giveFeedback(message.id, null)
      announce(t('feedback.removed'), { delayMs: CLICK_ECHO_MS })
      return
    }
    give(type)
    if (type === 'positive') return
    // Without the questions the answer itself still counts.
    const module = await import('./feedback-reasons.tsx').catch(() => null)
    if (module !== null) setReasons(() => module.FeedbackReasons)
  }

  return (
    <>
      <IconButton
        label={t('action.good')}
        aria-describedby={describedBy}
        aria-pressed={given === 'positive'}
        onClick={() => void press('positive')}
      >
        <ThumbsUp />
      </IconButton>
      <IconButton
        ref={bad}
        label={t('action.bad')}
        aria-describedby={describedBy}
        aria-pressed={given === 'negative'}
        onClick={() => void press('negative')}
      >
        <ThumbsDown />
      </IconButton>
      {Reasons !== null && given === 'negative' && bad.current && (
        <Reasons
          trigger={bad.current}
          onSend={(comment) => give('negative', comment)}
          onClose={() => setReasons(null)}
        />
      )}
    </>
  )
}
