import { useAtomValue, useStore } from 'jotai/react'
import { ArrowDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { historyStateAtom, shownThreadIdAtom } from '../../conversation/atoms/conversations.ts'
import { messageAtom } from '../../conversation/atoms/conversation-view.ts'
import { messageIdsAtom } from '../../conversation/atoms/thread.ts'
import { newAnswerIdAtom } from '../../thread-list/atoms/unread.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { findLogPlace, noteLogPlaceAtom } from '../atoms/log-places.ts'
import { messageElement } from '../message-element.ts'
import { createScroller, FIRST_PLACE, type Scroller } from './create-scroller.ts'
import type { ScrollSetting } from './scroll-state.ts'
import type { LogElements } from './scroll-view.ts'
import { SkeletonCover } from './skeleton-cover.tsx'
import '../../ui/news-dot.css'

type LogRefs = { readonly [Name in keyof LogElements]: RefObject<HTMLElement | null> }

export interface ScrollKeeperProps extends LogRefs {
  setting: ScrollSetting
  /** Called when hidden content appears or disappears above. */
  onScrolled: (isScrolled: boolean) => void
}

/** Controls the scroll position of the log, and offers a button to the latest message. */
export function ScrollKeeper({ log, content, floor, setting, onScrolled }: ScrollKeeperProps) {
  const { t } = useI18n()
  const [{ isAway, hasNew }, setPlace] = useState(FIRST_PLACE)
  const scroller = useRef<Scroller>(null)

  useLayoutEffect(() => {
    if (log.current === null || content.current === null || floor.current === null) return
    const elements = { log: log.current, content: content.current, floor: floor.current }
    scroller.current = createScroller(elements, setting, (place) => {
      setPlace(place)
      onScrolled(place.isScrolled)
    })
    return () => scroller.current?.destroy()
  }, [log, content, floor, setting, onScrolled])

  useScrollOnChange(scroller)
  useScrollToNew(scroller)

  function handleLatest(): void {
    scroller.current?.scrollToLatest()
    // The button is about to be removed; without this, focus would fall to the body.
    log.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <SkeletonCover />
      {isAway && (
        <div className="latest">
          <IconButton
            className="latest-button"
            label={t('thread.latest')}
            data-news={hasNew || undefined}
            onClick={handleLatest}
          >
            <ArrowDown />
          </IconButton>
        </div>
      )}
    </>
  )
}

/** Notifies the scroller of changes to the drawn list. */
function useScrollOnChange(scroller: RefObject<Scroller | null>): void {
  const store = useStore()
  const ids = useAtomValue(messageIdsAtom)
  const thread = useAtomValue(shownThreadIdAtom)
  const isHistoryReady = useAtomValue(historyStateAtom) === 'ready'
  const drawn = useRef({ ids, thread, isHistoryReady: false })

  useLayoutEffect(() => {
    const before = drawn.current
    drawn.current = { ids, thread, isHistoryReady }
    if (before.thread !== null && before.thread !== thread && before.ids.length > 0) {
      store.set(noteLogPlaceAtom, before.thread, scroller.current?.place() ?? null)
    }
    const change = describeListChange(before.ids, ids, before.isHistoryReady)
    if (change.type === 'opened') scroller.current?.opened(findLogPlace(store.get))
    if (change.type !== 'appended') return
    // The person's messages that were drawn just now count as sent.
    const sentId = change.ids.findLast((id) => store.get(messageAtom(id))?.role === 'user')
    const turn = sentId === undefined ? null : messageElement(sentId)
    if (turn !== null) scroller.current?.sent(turn)
  }, [ids, thread, isHistoryReady, scroller, store])
}

/** After the scrolling that opening the thread causes. */
function useScrollToNew(scroller: RefObject<Scroller | null>): void {
  const newId = useAtomValue(newAnswerIdAtom)

  useLayoutEffect(() => {
    const mark = newId === null ? null : messageElement(newId)
    if (mark !== null) scroller.current?.showNew(mark)
  }, [newId, scroller])
}

export type ListChange =
  | { readonly type: 'none' }
  /** Another thread is shown, or the stored messages of this one have loaded. */
  | { readonly type: 'opened' }
  | { readonly type: 'appended'; readonly ids: readonly string[] }

/**
 * Describes a change of the list of message ids. `wasReady`: the history was loaded before, so first messages of an
 * empty thread are new and not stored.
 */
export function describeListChange(
  before: readonly string[],
  after: readonly string[],
  wasReady: boolean,
): ListChange {
  if (before === after) return { type: 'none' }
  const [first] = before
  const isSameThread = first === undefined ? wasReady && after.length > 0 : after.includes(first)
  if (!isSameThread) return { type: 'opened' }
  const known = new Set(before)
  const end = after.findLastIndex((id) => known.has(id)) + 1
  const ids = after.slice(end)
  return ids.length === 0 ? { type: 'none' } : { type: 'appended', ids }
}
