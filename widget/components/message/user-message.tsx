import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useMemo } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { messageText } from '../../../shared/thread/message.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { failedMessageIdsAtom, retryAtom } from '../../state/thread.ts'
import { FileChips } from './file-chips.tsx'
import { messageHeadingId } from './message-element-id.ts'

/** The user's words, literally as typed: never read as markdown. */
export function UserMessage({ message }: { message: Message }) {
  const text = messageText(message)
  return (
    <div className="user-turn">
      {text !== '' && (
        <p className="slip plain-text" dir="auto">
          {text}
        </p>
      )}
      <FileChips parts={message.content} />
      <NotSent id={message.id} />
    </div>
  )
}

function NotSent({ id }: { id: string }) {
  const { t } = useI18n()
  const hasFailedAtom = useMemo(() => atom((get) => get(failedMessageIdsAtom).has(id)), [id])
  const hasFailed = useAtomValue(hasFailedAtom)
  const retry = useSetAtom(retryAtom)
  if (!hasFailed) return null
  return (
    <p className="not-sent">
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
    </p>
  )
}
