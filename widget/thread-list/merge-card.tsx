import { useAtomValue, useSetAtom } from 'jotai/react'
import MessagesSquare from '@lucide/icons/icons/messages-square'
import { requestFocusAtom } from '../composer/atoms/drafts.ts'
import { useLaterTexts } from '../i18n/later-texts.tsx'
import { useAnnounce } from '../ui/announcer.tsx'
import { Icon } from '../ui/icon.tsx'
import { useChange } from '../ui/use-change.tsx'
import { mergeQuestionAtom } from './atoms/merge-visitor.ts'
import './thread-notice.css'

/** Whoever chatted before they signed in may take that along. Nothing waits for their answer. */
export function MergeCard() {
  const texts = useLaterTexts()
  const answer = useAtomValue(mergeQuestionAtom)
  const requestFocus = useSetAtom(requestFocusAtom)
  const announce = useAnnounce()
  useChange(answer, (asked) => {
    if (asked) announce(texts('merge.question'))
  })
  if (answer === null) return null

  const choose = (isWanted: boolean) => () => {
    answer(isWanted)
    // The button leaves with the card.
    requestFocus()
  }

  return (
    <div className="notice thread-notice-place">
      <div className="thread-notice merge-card" role="group" aria-label={texts('merge.question')}>
        <Icon of={MessagesSquare} />
        <span className="thread-notice-text">{texts('merge.question')}</span>
        <button type="button" className="text-button" onClick={choose(true)}>
          {texts('merge.keep')}
        </button>
        <button type="button" className="text-button" onClick={choose(false)}>
          {texts('merge.decline')}
        </button>
      </div>
    </div>
  )
}
