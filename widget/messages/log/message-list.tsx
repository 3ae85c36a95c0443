import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react'
import { foundMessageAtom, loadOlderAtom, messageIdsAtom } from '../../conversation/atoms/thread.ts'
import { olderStateAtom } from '../../conversation/atoms/conversations.ts'
import { nextListIndex } from '../../ui/list-keys.ts'
import { holdNewAnswerAtom, newAnswerIdAtom } from '../../thread-list/atoms/unread.ts'
import { findLogPlace } from '../atoms/log-places.ts'
import { MessageItem } from '../message-item.tsx'
import { useFocusedId, type FocusedId } from '../../ui/use-focused-id.tsx'
import { AnswerSuggestions } from '../suggestions/answer-suggestions.tsx'
import './message-list.css'
import { MemoryNews } from './memory-mark.tsx'
import { OlderMessages } from './older-messages.tsx'
import { FoldedBlock } from './window/folded-block.tsx'
import { useMessageWindow } from './window/use-message-window.tsx'

/** Handlers for focus and keys that the list gives to the log around it. */
export interface LogEvents extends Pick<FocusedId, 'handleFocus' | 'handleBlur'> {
  handleKeyDown(event: KeyboardEvent): void
}

export interface MessageListProps {
  log: RefObject<HTMLElement | null>
  content: RefObject<HTMLElement | null>
  events: Ref<LogEvents>
}

/**
 * All messages as one composite: arrow keys move between them, and only the current one (the last, unless another
 * has focus) has its actions in the Tab order.
 */
export const MessageList = memo(function MessageList({ log, content, events }: MessageListProps) {
  const ids = useAtomValue(messageIdsAtom)
  const { focusedId, handleFocus, handleBlur } = useFocusedId(messageIdOf)
  const lastId = ids.at(-1)
  const currentId = focusedId !== null && ids.includes(focusedId) ? focusedId : lastId
  const onNearStart = useAskOlder()
  const { runs, heightOf, draw, show } = useMessageWindow({
    log,
    content,
    ids,
    focusedId,
    onNearStart,
    firstSeen: useFirstSeen(),
  })
  useFoundMessage(show)
  const newId = useNewAnswer()
  const isWhole = useAtomValue(olderStateAtom) === 'none'
  const firstDrawn = runs.find((run) => run.type === 'drawn')?.id
  const earlierId = firstDrawn === undefined ? undefined : ids[ids.indexOf(firstDrawn) - 1]

  usePlaces(content, ids, runs)

  /**
   * Earlier messages may exist before the first loaded one. Returns its own id in that case, as if it followed
   * itself.
   */
  function previousOf(id: string): string | undefined {
    const index = ids.indexOf(id)
    return index > 0 || isWhole ? ids[index - 1] : id
  }

  useImperativeHandle(events, () => ({
    handleFocus,
    handleBlur,
    handleKeyDown(event) {
      const target = event.target as Element
      // Scrollers and links inside a message keep their own keys.
      const isListKey = target === event.currentTarget || target.matches('article, button')
      if (!isListKey || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const id = messageIdOf(target)
      // If the focus is on the log itself, both arrows lead to the last message.
      const current = id === null ? ids.length : ids.indexOf(id)
      const next = nextListIndex({ key: event.key, current, count: ids.length })
      const nextId = next === null ? undefined : ids[next]
      if (nextId === undefined) return
      event.preventDefault()
      const element = draw(nextId)
      element?.focus()
      // For a message higher than the view, the browser would show its end when moving up.
      const port = log.current?.clientHeight ?? 0
      if (element && element.offsetHeight > port) element.scrollIntoView({ block: 'start' })
    },
  }))

  return (
    <>
      <MemoryNews />
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
            isNew={run.id === newId}
            previousId={previousOf(run.id)}
          />
        ) : (
          <FoldedBlock
            key={`folded ${run.key}`}
            ids={run.ids}
            height={heightOf(run.ids)}
            onFound={show}
          />
        ),
      )}
      <AnswerSuggestions />
    </>
  )
})

/** Returns a function that finds the message at which the person left the shown thread, if they have been there. */
function useFirstSeen(): () => string | undefined {
  const store = useStore()
  return () => findLogPlace(store.get)?.messageId
}

/** The answer that was new when the person arrived. Once it is drawn, later ones do not replace it. */
function useNewAnswer(): string | null {
  const newId = useAtomValue(newAnswerIdAtom)
  const holdNew = useSetAtom(holdNewAnswerAtom)
  useEffect(() => {
    if (newId !== null) holdNew(newId)
  }, [newId, holdNew])
  return newId
}

/** Announces a message's position in the full list, also beside folded messages. */
function usePlaces(
  content: MessageListProps['content'],
  ids: readonly string[],
  runs: readonly unknown[],
): void {
  useLayoutEffect(() => {
    const isPartial = runs.length < ids.length
    for (const article of content.current?.querySelectorAll<HTMLElement>('article') ?? []) {
      const index = isPartial ? ids.indexOf(article.dataset['messageId'] ?? '') : -1
      setPlace(article, index, ids.length)
    }
  }, [content, ids, runs])
}

/** Loads the page before the oldest loaded message, if there is one and none is loading. */
function useAskOlder(): () => void {
  const store = useStore()
  const loadOlder = useSetAtom(loadOlderAtom)
  return useCallback(() => {
    if (store.get(olderStateAtom) === 'more') void loadOlder()
  }, [store, loadOlder])
}

/**
 * Takes the reader to a message from a search: scrolls it to the middle of the view and focuses it.
 *
 * @param show draws a message and scrolls it to the middle of the view.
 */
function useFoundMessage(show: (id: string) => HTMLElement | null): void {
  const found = useAtomValue(foundMessageAtom)
  const shown = useRef<typeof found>(null)

  useEffect(() => {
    if (found === null || shown.current === found) return
    // After the scrolling that opening the thread causes.
    const frame = requestAnimationFrame(() => {
      shown.current = found
      const element = show(found.id)
      if (element === null) return
      // Marks the found message for pointer users, too, who would not see a focus ring.
      element.dataset['found'] = ''
      element.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [found, show])
}

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
