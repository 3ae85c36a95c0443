import { useAtomValue, useStore } from 'jotai/react'
import { useCallback, useMemo, useRef } from 'react'
import type { Ref } from 'react'
import { historyStateAtom, messageAtom, messageIdsAtom } from '../../state/thread.ts'
import { EmptyState } from './empty-state.tsx'
import { HistoryFailed } from './history-failed.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'
import { LatestButton } from './latest-button.tsx'
import { MessageLog } from './message-log.tsx'
import type { ScrollSetting } from './scroll-state.ts'
import { useScrollKeeper } from './use-scroll-keeper.ts'
import './thread.css'

export interface ThreadProps {
  logRef: Ref<HTMLDivElement>
  /** Default `anchor`. */
  scroll?: ScrollSetting
}

/** The messages, or what stands in for them, and the way back to the latest. */
export function Thread({ logRef, scroll = 'anchor' }: ThreadProps) {
  const store = useStore()
  const ids = useAtomValue(messageIdsAtom)
  const historyState = useAtomValue(historyStateAtom)
  const log = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const floor = useRef<HTMLDivElement>(null)
  const refs = useMemo(() => ({ log, content, floor }), [])
  const isOwnMessage = useCallback(
    (id: string) => store.get(messageAtom(id))?.role === 'user',
    [store],
  )
  const isHistoryReady = historyState === 'ready'
  const { place, scrollToLatest } = useScrollKeeper({
    refs,
    setting: scroll,
    ids,
    isOwnMessage,
    isHistoryReady,
  })
  const handleLog = useCallback(
    (element: HTMLDivElement | null) => {
      log.current = element
      if (typeof logRef === 'function') logRef(element)
      else if (logRef) logRef.current = element
    },
    [logRef],
  )
  const placeholder = useMemo(() => placeholderOf(historyState), [historyState])

  function handleLatest(): void {
    scrollToLatest()
    // The button is about to leave; without this the focus would fall to the body.
    log.current?.focus({ preventScroll: true })
  }

  return (
    <div className="thread" data-state={place.isScrolled ? 'scrolled' : 'top'}>
      <MessageLog
        logRef={handleLog}
        log={log}
        content={content}
        floorRef={floor}
        placeholder={placeholder}
      />
      {place.isAway && <LatestButton hasNew={place.hasNew} onClick={handleLatest} />}
    </div>
  )
}

function placeholderOf(state: 'idle' | 'loading' | 'ready' | 'failed') {
  switch (state) {
    case 'loading':
      return <HistorySkeleton />
    case 'failed':
      return <HistoryFailed />
    case 'idle':
    case 'ready':
      return <EmptyState />
    default:
      return state satisfies never
  }
}
