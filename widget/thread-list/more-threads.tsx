import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { loadMoreThreadsAtom, threadListAtom } from './atoms/shown-list.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { focusRow, rowsOf } from './list-focus.tsx'

/** Distance before the end at which the next page is loaded. */
const AHEAD = '400px'

/** Loads older threads: by scrolling to the end, and by a button. */
export function MoreThreads({ kind }: { kind: 'regular' | 'archived' }) {
  const { hasMore, hasMoreArchived } = useAtomValue(threadListAtom)
  const isMore = kind === 'archived' ? hasMoreArchived : hasMore
  return isMore ? <MoreButton kind={kind} /> : null
}

function MoreButton({ kind }: { kind: 'regular' | 'archived' }) {
  const { t } = useI18n()
  const { isLoadingMore, [kind]: items } = useAtomValue(threadListAtom)
  const loadMore = useSetAtom(loadMoreThreadsAtom)
  const [hasFailed, setHasFailed] = useState(false)
  const box = useRef<HTMLParagraphElement>(null)

  async function load(): Promise<void> {
    if (isLoadingMore) return
    setHasFailed(false)
    try {
      await loadMore(kind)
    } catch {
      setHasFailed(true)
    }
  }

  // After a failure only the button retries: scrolling would repeat it for ever.
  useNearView({ box, pages: items.length, isPaused: isLoadingMore || hasFailed, onNear: load })

  useLayoutEffect(() => {
    const element = box.current
    return () => {
      // The button disappears with the last page, so the focus moves to the last row.
      if (element?.contains(document.activeElement) !== true) return
      focusRow(rowsOf(element.parentElement).at(-1))
    }
  }, [])

  return (
    <p ref={box} className="thread-more-rows">
      {hasFailed && <span>{t('threads.moreFailed')}</span>}
      <button type="button" className="text-button" onClick={() => void load()}>
        {hasFailed
          ? t('action.tryAgain')
          : t(isLoadingMore ? 'threads.loadingMore' : 'threads.showMore')}
      </button>
    </p>
  )
}

interface NearViewInput {
  readonly box: RefObject<Element | null>
  /** Changes after each page: a short page leaves the end in view. */
  readonly pages: number
  readonly isPaused: boolean
  readonly onNear: () => unknown
}

/** Calls `onNear` when the element comes near the visible part of its scroller. */
function useNearView({ box, pages, isPaused, onNear }: NearViewInput): void {
  const handleNear = useEffectEvent(onNear)

  useEffect(() => {
    if (isPaused || !box.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) handleNear()
      },
      { root: box.current.closest('.thread-scroller'), rootMargin: AHEAD },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, pages, isPaused])
}
