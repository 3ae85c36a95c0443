import { useAtomValue } from 'jotai/react'
import { Suspense, useCallback, useRef, useState, type Ref } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { historyStateAtom } from '../../conversation/atoms/conversations.ts'
import { messageIdsAtom } from '../../conversation/atoms/thread.ts'
import { currentAuthErrorAtom } from '../../world/failures.ts'
import { isCoveredAtom, isPersonRefusedAtom } from '../../world/person-naming.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { LogEvents } from './message-list.tsx'
import type { ScrollSetting } from './scroll-state.ts'
import { EmptyState, HistorySkeleton } from './thread-placeholder.tsx'
import './thread.css'

// Lazy: no message exists before the code that sends and receives has loaded, and this is in the same file.
const MessageList = lazyPart(async () => (await import('./message-list.tsx')).MessageList)
// In the same file as the code that loads a history, and may fail.
const HistoryFailed = lazyPart(
  async () => (await import('../failures/history-failed.tsx')).HistoryFailed,
)
const ScrollKeeper = lazyPart(async () => (await import('./scroll-keeper.tsx')).ScrollKeeper)

export interface ThreadProps {
  logRef: Ref<HTMLDivElement>
  /** Default `anchor`. */
  scroll?: ScrollSetting
}

/**
 * The log of a thread: its messages, or a placeholder. Not a live region, since screen readers would speak every
 * token; the announcer speaks instead.
 */
export function Thread({ logRef, scroll = 'anchor' }: ThreadProps) {
  const { t } = useI18n()
  const isEmpty = useAtomValue(messageIdsAtom).length === 0
  const log = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const floor = useRef<HTMLDivElement>(null)
  const events = useRef<LogEvents>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  const handleLog = useCallback(
    (element: HTMLDivElement | null) => {
      log.current = element
      if (typeof logRef === 'function') logRef(element)
      else if (logRef) logRef.current = element
    },
    [logRef],
  )

  return (
    <div className="thread" data-state={isScrolled ? 'scrolled' : 'top'}>
      <div
        ref={handleLog}
        className="log"
        role="log"
        aria-live="off"
        aria-label={t('thread.log')}
        tabIndex={0}
        onFocus={(event) => events.current?.handleFocus(event)}
        onBlur={(event) => events.current?.handleBlur(event)}
        onKeyDown={(event) => events.current?.handleKeyDown(event)}
      >
        <div ref={content} className="log-content">
          <Suspense>
            <MessageList log={log} content={content} events={events} />
          </Suspense>
          {isEmpty && <Placeholder />}
        </div>
        <div ref={floor} className="log-floor" aria-hidden hidden />
      </div>
      {useAtomValue(isCoveredAtom) && <Cover />}
      <Suspense>
        <ScrollKeeper
          log={log}
          content={content}
          floor={floor}
          setting={scroll}
          onScrolled={setIsScrolled}
        />
      </Suspense>
    </div>
  )
}

/** Covers a conversation until its owner is known. */
function Cover() {
  const isRefused = useAtomValue(isPersonRefusedAtom)
  const hasCard = useAtomValue(currentAuthErrorAtom) !== null
  if (hasCard) return null
  return (
    <div className="cover">
      {isRefused ? (
        <Suspense>
          <HistoryFailed />
        </Suspense>
      ) : (
        <HistorySkeleton />
      )}
    </div>
  )
}

/** Shown in place of messages. */
function Placeholder() {
  const state = useAtomValue(historyStateAtom)
  switch (state) {
    case 'loading':
      return <HistorySkeleton />
    case 'failed':
      return (
        <Suspense>
          <HistoryFailed />
        </Suspense>
      )
    case 'idle':
    case 'ready':
      return <EmptyState />
    default:
      return state satisfies never
  }
}
