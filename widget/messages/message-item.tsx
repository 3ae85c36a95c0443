import { useAtomValue } from 'jotai/react'
import { memo, useEffect, useMemo, useRef } from 'react'
import { markInvisible } from '../../shared/mark-invisible.ts'
import { messageText, type Message, type MessageRole } from '../../shared/thread/message.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { TabStopsContext } from '../markdown/tab-stops-context.tsx'
import { readPlainDirection } from '../markdown/text-direction.ts'
import { RedrawBoundary } from '../ui/redraw-boundary.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
// First, since later style sheets override it.
import './message.css'
import { DayMark, NewMark } from './log/log-marks.tsx'
import { MemoryMark } from './log/memory-mark.tsx'
import { AssistantMessage } from './assistant-message.tsx'
import { MessageBoundary } from './message-boundary.tsx'
import { messageElementId, messageHeadingId, setTabStops } from './message-element.ts'
import { UserMessage } from './user-message.tsx'

export interface MessageItemProps {
  id: string
  isLast: boolean
  /** The message's actions are in the Tab order. */
  isCurrent: boolean
  /** The message was new when the person arrived. */
  isNew: boolean
  /** The previous message; `undefined`: this message is the first. */
  previousId: string | undefined
}

/** A message. Subscribes only to itself: a token for another message renders nothing here. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { id, isLast, isCurrent, isNew, previousId } = props
  const { t } = useI18n()
  const message = useAtomValue(useMemo(() => messageAtom(id), [id]))
  const article = useRef<HTMLElement>(null)

  useEffect(() => {
    if (article.current !== null) setTabStops(article.current, isCurrent)
  }, [isCurrent, message?.status])

  if (message === undefined) return null

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
      <MemoryMark id={id} previousId={previousId} />
      <DayMark createdAt={message.createdAt} previousId={previousId} />
      {isNew && <NewMark />}
      <h2 id={messageHeadingId(id)}>
        <VisuallyHidden>{t(HEADINGS[message.role])}</VisuallyHidden>
      </h2>
      <MessageBoundary message={message} note={t('message.broken')}>
        <RedrawBoundary>
          <TabStopsContext value={isCurrent}>
            <MessageBody message={message} isLast={isLast} />
          </TabStopsContext>
        </RedrawBoundary>
      </MessageBoundary>
    </article>
  )
})

const HEADINGS = {
  user: 'message.you',
  assistant: 'message.assistant',
  system: 'message.system',
} as const satisfies Record<MessageRole, string>

function MessageBody({ message, isLast }: { message: Message; isLast: boolean }) {
  switch (message.role) {
    case 'user':
      return <UserMessage message={message} isLast={isLast} />
    case 'assistant':
      return <AssistantMessage message={message} isLast={isLast} />
    case 'system':
      return <SystemMessage message={message} />
    default:
      return message.role satisfies never
  }
}

/** A note from neither side. */
function SystemMessage({ message }: { message: Message }) {
  const text = messageText(message)
  return (
    <p className="system-note plain-text" dir={readPlainDirection(text)}>
      {markInvisible(text)}
    </p>
  )
}
