import { useSetAtom, useStore } from 'jotai/react'
import { useCallback, useEffect, useRef, useState, type Ref, type RefObject } from 'react'
import { Archive } from 'lucide-react'
import { requestFocusAtom } from '../world/focus-requests.ts'
import { uncoverAtom, type ListPlace } from '../world/panel.ts'
import { seekMessageAtom } from './atoms/seek-message.ts'
import { clearThreadSearchAtom } from './atoms/thread-search.ts'
import { loadThreadListAtom, mainThreadAtom, switchThreadAtom } from './atoms/shown-list.ts'
import { type ThreadListItem } from './atoms/thread-list-item.ts'
import { useEscapeLayer } from '../ui/use-escape-layer.tsx'
import { GroupedThreads } from './grouped-threads.tsx'
import { leaveToNotice, ThreadNoticeCard } from './thread-notice-card.tsx'
import { ListHeader } from './list-header.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { focusRow, rowsOf, useListFocus, useReturningRow } from './list-focus.tsx'
import { SearchField, useThreadSearch } from './search-field.tsx'
import { SearchResults } from './search-results.tsx'
import './thread-list.css'

export interface ThreadListPaneProps {
  place: Exclude<ListPlace, 'none'>
  /** The content behind a list that covers the conversation. */
  behindRef: RefObject<HTMLElement | null>
  /** The button that shows and hides the list. */
  toggleRef: RefObject<HTMLElement | null>
}

/** The list of threads, over the conversation or beside it. */
export function ThreadListPane({ place, behindRef, toggleRef }: ThreadListPaneProps) {
  const store = useStore()
  const { t } = useI18n()
  const pane = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const uncover = useSetAtom(uncoverAtom)
  const clearSearch = useSetAtom(clearThreadSearchAtom)
  const requestFocus = useSetAtom(requestFocusAtom)
  const { query, setQuery, isSearching } = useThreadSearch()
  const focusHeading = useCallback(() => heading.current?.focus(), [])
  const { kind, setKind, archivedRef } = useListKind(focusHeading)
  const focusReturning = useReturningRow(pane, focusHeading)
  useListFocus({ place, pane, heading, behindRef, toggleRef })
  useLoadOnce()

  useEscapeLayer(({ target }) => {
    const isInside = target instanceof Node && pane.current?.contains(target) === true
    if (place === 'side' && !isInside) return false
    if (kind === 'archived') setKind('regular')
    else if (query !== '') clear()
    else if (place === 'side') requestFocus()
    else close()
  })

  function close(): void {
    clearSearch()
    uncover()
  }

  const open = useCallback(
    (item: ThreadListItem, messageId?: string | null) => {
      store.set(uncoverAtom)
      store.set(requestFocusAtom)
      if (typeof messageId === 'string') {
        leaveToNotice(store.set(seekMessageAtom, item.id, messageId))
      } else if (item.id !== store.get(mainThreadAtom).id) {
        leaveToNotice(store.set(switchThreadAtom, item.id))
      }
    },
    [store],
  )

  function clear(): void {
    setQuery('')
    // The button disappears with the message.
    pane.current?.querySelector('input')?.focus()
  }

  const rows = { onOpen: open, onEmptied: focusHeading }
  return (
    <nav ref={pane} className="thread-list" aria-label={t('threads.title')} data-place={place}>
      <ListHeader
        headingRef={heading}
        place={place}
        kind={kind}
        onBack={kind === 'archived' ? () => setKind('regular') : close}
      />
      {kind === 'regular' && (
        <SearchField
          query={query}
          onChange={setQuery}
          onLeave={() => focusRow(rowsOf(pane.current)[0])}
        />
      )}
      <div className="thread-scroller">
        {kind === 'regular' && isSearching ? (
          <SearchResults query={query} onClear={clear} {...rows} />
        ) : (
          <GroupedThreads key={kind} kind={kind} {...rows} />
        )}
      </div>
      <ThreadNoticeCard onUndone={focusReturning} onDismissed={focusHeading} />
      {kind === 'regular' && (
        <ArchivedSwitch buttonRef={archivedRef} onClick={() => setKind('archived')} />
      )}
    </nav>
  )
}

/** Reads the list when it is shown: it may have changed elsewhere. */
function useLoadOnce(): void {
  const load = useSetAtom(loadThreadListAtom)
  useEffect(() => leaveToNotice(load()), [load])
}

/** State of the shown kind. The focus moves along, since the pressed button disappears. */
function useListKind(focusHeading: () => void) {
  const [kind, setKind] = useState<'regular' | 'archived'>('regular')
  const archivedRef = useRef<HTMLButtonElement>(null)
  const known = useRef(kind)

  useEffect(() => {
    if (known.current === kind) return
    known.current = kind
    if (kind === 'archived') focusHeading()
    else archivedRef.current?.focus()
  }, [kind, focusHeading])

  return { kind, setKind, archivedRef }
}

interface ArchivedSwitchProps {
  buttonRef: Ref<HTMLButtonElement>
  onClick: () => void
}

/** The button that opens the archived threads. */
function ArchivedSwitch({ buttonRef, onClick }: ArchivedSwitchProps) {
  const { t } = useI18n()
  return (
    <div className="thread-list-footer">
      <button ref={buttonRef} type="button" className="archived-switch" onClick={onClick}>
        <Archive />
        {t('threads.archived')}
      </button>
    </div>
  )
}
