import { useSetAtom } from 'jotai/react'
import { MessagesSquare } from 'lucide-react'
import { requestFocusAtom } from '../world/focus-requests.ts'
import { useAnnounceOnce } from '../ui/use-announce-once.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import './thread-notice.css'

export interface MergeCardProps {
  answer: (isWanted: boolean) => void
}

/** Asks a user whether to take over the conversations from before the sign-in. Nothing waits for the answer. */
export function MergeCard({ answer }: MergeCardProps) {
  const { t } = useI18n()
  const requestFocus = useSetAtom(requestFocusAtom)
  useAnnounceOnce(t('merge.question'), true)

  const choose = (isWanted: boolean) => () => {
    answer(isWanted)
    // The button disappears with the card.
    requestFocus()
  }

  return (
    <div className="notice thread-notice-place">
      <div className="thread-notice merge-card" role="group" aria-label={t('merge.question')}>
        <MessagesSquare />
        <span className="thread-notice-text">{t('merge.question')}</span>
        <button type="button" className="text-button" onClick={choose(true)}>
          {t('merge.keep')}
        </button>
        <button type="button" className="text-button" onClick={choose(false)}>
          {t('merge.decline')}
        </button>
      </div>
    </div>
  )
}
