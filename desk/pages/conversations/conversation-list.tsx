import { useSearch } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ConversationRow } from '../../../shared/desk/conversations.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { useNow } from '../../ui/use-now.tsx'
import { CONVERSATION_COLUMNS, type RowWorld } from './conversation-columns.tsx'
import { useRowKeys } from './use-row-keys.tsx'
import './conversation-list.css'

/** Rows are measured; this is the height of most. */
const ROW_PX = 57
/** Rows drawn beyond both edges. */
const OVERSCAN = 4
/** The next page loads while this many rows are left, so that it is there before a quick hand. */
const ROWS_AHEAD = 100

export interface ConversationListProps {
  rows: readonly ConversationRow[]
  hasMore: boolean
  isLoadingMore: boolean
  failure: unknown
  onMore: () => void
}

/** Conversations in a table of which only the visible rows are in the document. */
export function ConversationList(props: ConversationListProps) {
  const { rows, hasMore, isLoadingMore, failure, onMore } = props
  const { t } = useI18n()
  const list = useRef<HTMLDivElement>(null)
  const [marginPx, setMarginPx] = useState(0)
  const { session, project, format } = usePage()
  const search = useSearch({ strict: false })
  const now = useNow()
  const world = useMemo(
    () => ({ session, project, format, search, now }),
    [session, project, format, search, now],
  )
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised: React's compiler is not used
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => document.getElementById('page'),
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]!.id,
    overscan: OVERSCAN,
    scrollMargin: marginPx,
  })
  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? 0
  useRowKeys(list, rows, (index) => virtualizer.scrollToIndex(index))

  // Space above the rows, inside the page that scrolls.
  useLayoutEffect(() => setMarginPx(list.current?.offsetTop ?? 0), [])
  useEffect(() => {
    const isNear = lastIndex >= rows.length - ROWS_AHEAD
    if (isNear && hasMore && !isLoadingMore && failure === null) onMore()
  }, [lastIndex, rows.length, hasMore, isLoadingMore, failure, onMore])

  return (
    <>
      <div
        className="conversation-table"
        role="table"
        aria-label={t('list.label')}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
      >
        <div className="conversation-head" role="rowgroup">
          <div className="conversation-cells" role="row" aria-rowindex={1}>
            {CONVERSATION_COLUMNS.map(({ id, header }) => (
              <span key={id} role="columnheader" data-column={id}>
                {t(header)}
              </span>
            ))}
          </div>
        </div>
        <div
          ref={list}
          className="conversation-rows"
          role="rowgroup"
          style={{ blockSize: virtualizer.getTotalSize() }}
        >
          {items.map(({ index, key, start }) => (
            <Row
              key={key}
              row={rows[index]!}
              index={index}
              startPx={start - marginPx}
              world={world}
              measure={virtualizer.measureElement}
            />
          ))}
        </div>
      </div>
      {failure !== null && (
        <div className="list-end">
          <CallFailureCard title={t('list.failedMore')} error={failure} onRetry={onMore} />
        </div>
      )}
      {!hasMore && <p className="list-end">{t('list.end')}</p>}
    </>
  )
}

interface RowProps {
  row: ConversationRow
  index: number
  startPx: number
  world: RowWorld
  /** Tells the list its height. */
  measure: (element: HTMLElement | null) => void
}

/** A row, which is not drawn again while others come into sight. */
const Row = memo(function Row({ row, index, startPx, world, measure }: RowProps) {
  return (
    <div
      ref={measure}
      className="conversation-row"
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      style={{ transform: `translateY(${startPx}px)` }}
    >
      <div className="conversation-cells" role="presentation">
        {CONVERSATION_COLUMNS.map(({ id, Cell }) => (
          <span key={id} role="cell" data-column={id}>
            <Cell row={row} world={world} />
          </span>
        ))}
      </div>
    </div>
  )
})
