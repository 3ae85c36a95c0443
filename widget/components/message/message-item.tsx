import { useAtomValue } from 'jotai/react'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { Message } from '../../../shared/thread/message.ts'
import { messageAtom } from '../../state/thread.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { AssistantMessage } from './assistant-message.tsx'
import { MessageBoundary } from './message-boundary.tsx'
import { messageElementId, messageHeadingId } from './message-element-id.ts'
import { setTabStops } from './set-tab-stops.ts'
import { UserMessage } from './user-message.tsx'
import './folded.css'
import './message.css'

export interface MessageItemProps {
  id: string
  isLast: boolean
  /** Its actions are among the tab stops. */
  isCurrent: boolean
}

/** One message. It subscribes to itself only: a token for another message draws nothing here. */
export const MessageItem = memo(function MessageItem({ id, isLast, isCurrent }: MessageItemProps) {
  const { t } = useI18n()
  const message = useAtomValue(useMemo(() => messageAtom(id), [id]))
  const article = useRef<HTMLElement>(null)

  useEffect(() => {
    if (article.current !== null) setTabStops(article.current, isCurrent)
  }, [isCurrent, message?.status])

  if (message === undefined || message.role === 'system') return null
  const heading = message.role === 'user' ? t('message.you') : t('message.assistant')

  return (
    <article
      ref={article}
      id={messageElementId(id)}
      className="message"
      data-message-id={id}
      data-role={message.role}
      data-last={isLast || undefined}
      data-current={isCurrent}
      tabIndex={-1}
      aria-labelledby={messageHeadingId(id)}
    >
      <h2 id={messageHeadingId(id)}>
        <VisuallyHidden>{heading}</VisuallyHidden>
      </h2>
      <MessageBoundary message={message} note={t('message.broken')}>
        <MessageBody message={message} isLast={isLast} />
      </MessageBoundary>
    </article>
  )
})

function MessageBody({ message, isLast }: { message: Message; isLast: boolean }) {
  if (message.role === 'user') return <UserMessage message={message} />
  return <AssistantMessage message={message} isLast={isLast} />
}
