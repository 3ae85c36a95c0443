import { useAtomValue } from 'jotai/react'
import { memo, useLayoutEffect, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode, Ref, RefObject } from 'react'
import { messageIdsAtom } from '../../state/thread.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { MessageItem } from '../message/message-item.tsx'
import { nextMessageIndex } from './list-keys.ts'
import { OlderMessages } from './older-messages.tsx'
import { useAskOlder } from './use-ask-older.ts'
import { useFoundMessage } from './use-found-message.ts'
import { FoldedBlock } from './window/folded-block.tsx'
import { useMessageWindow } from './window/use-message-window.ts'

export interface MessageLogProps {
  logRef: Ref<HTMLDivElement>
  /** The same elements, to read. */
  log: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
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
  const { log, content } = props
  const { t } = useI18n()
  const ids = useAtomValue(messageIdsAtom)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const lastId = ids.at(-1)
  const currentId = focusedId !== null && ids.includes(focusedId) ? focusedId : lastId
  const onNearStart = useAskOlder()
  const { runs, heightOf, draw, hold, show } = useMessageWindow({
    logRef: log,
    contentRef: content,
    ids,
    focusedId,
    onNearStart,
  })
  useFoundMessage(show)
  const firstDrawn = runs.find((run) => run.type === 'drawn')?.id
  const earlierId = firstDrawn === undefined ? undefined : ids[ids.indexOf(firstDrawn) - 1]

  // Among folded ones a message still says which of how many it is.
  useLayoutEffect(() => {
    const isPartial = runs.length < ids.length
    for (const article of content.current?.querySelectorAll<HTMLElement>('article') ?? []) {
      const index = isPartial ? ids.indexOf(article.dataset['messageId'] ?? '') : -1
      setPlace(article, index, ids.length)
    }
  }, [content, ids, runs])

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
    draw(nextId)?.focus()
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
      <div ref={content} className="log-content">
        <OlderMessages
          hasEarlier={earlierId !== undefined}
          onEarlier={() => earlierId !== undefined && draw(earlierId)?.focus()}
        />
        {runs.map((run) =>
          run.type === 'drawn' ? (
            <MessageItem
              key={run.id}
              id={run.id}
              isLast={run.id === lastId}
              isCurrent={run.id === currentId}
            />
          ) : (
            <FoldedBlock
              key={`folded ${run.key}`}
              ids={run.ids}
              height={heightOf(run.ids)}
              onMatch={hold}
              onFound={show}
            />
          ),
        )}
        {ids.length === 0 && props.placeholder}
      </div>
      <div ref={props.floorRef} className="log-floor" aria-hidden hidden />
    </div>
  )
})

function messageIdOf(element: Element): string | null {
  return element.closest('article')?.dataset['messageId'] ?? null
}

function setPlace(article: HTMLElement, index: number, count: number): void {
  if (index === -1) {
    article.removeAttribute('aria-posinset')
    article.removeAttribute('aria-setsize')
  } else {
    article.setAttribute('aria-posinset', String(index + 1))
    article.setAttribute('aria-setsize', String(count))
  }
}
