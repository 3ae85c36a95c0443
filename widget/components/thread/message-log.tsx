import { useAtomValue } from 'jotai/react'
import { memo, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode, Ref } from 'react'
import { messageIdsAtom } from '../../state/thread.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { messageElementId } from '../message/message-element-id.ts'
import { MessageItem } from '../message/message-item.tsx'
import { nextMessageIndex } from './list-keys.ts'

export interface MessageLogProps {
  logRef: Ref<HTMLDivElement>
  contentRef: Ref<HTMLDivElement>
  floorRef: Ref<HTMLDivElement>
  /** What stands there while there is no message. */
  placeholder: ReactNode
}

/**
 * All messages as one composite: arrow keys move between them, and only the current one (the last,
 * unless another has focus) offers its actions to the Tab key. Not a live region: screen readers
 * would speak every token; the announcer speaks instead.
 */
export const MessageLog = memo(function MessageLog(props: MessageLogProps) {
  const { t } = useI18n()
  const ids = useAtomValue(messageIdsAtom)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const lastId = ids.at(-1)
  const currentId = focusedId !== null && ids.includes(focusedId) ? focusedId : lastId

  function handleFocus(event: FocusEvent): void {
    setFocusedId(messageIdOf(event.target))
  }

  function handleBlur(event: FocusEvent): void {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocusedId(null)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const target = event.target as Element
    // Scrollers and links inside a message keep their own keys.
    const isListKey = target === event.currentTarget || target.matches('article, button')
    if (!isListKey || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const id = messageIdOf(target)
    const next = nextMessageIndex(event.key, id === null ? null : ids.indexOf(id), ids.length)
    const nextId = next === null ? undefined : ids[next]
    if (nextId === undefined) return
    event.preventDefault()
    document.getElementById(messageElementId(nextId))?.focus()
  }

  return (
    <div
      ref={props.logRef}
      className="log"
      role="log"
      aria-live="off"
      aria-label={t('thread.log')}
      tabIndex={0}
      onFocus={handleFocus}
      onBlur={handleBlur}
      onKeyDown={handleKeyDown}
    >
      <div ref={props.contentRef} className="log-content">
        {ids.map((id) => (
          <MessageItem key={id} id={id} isLast={id === lastId} isCurrent={id === currentId} />
        ))}
        {ids.length === 0 && props.placeholder}
      </div>
      <div ref={props.floorRef} className="log-floor" aria-hidden hidden />
    </div>
  )
})

function messageIdOf(element: Element): string | null {
  return element.closest('article')?.dataset['messageId'] ?? null
}
