import { tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ConversationRow } from '../../../shared/desk/conversations.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { CONVERSATION_COLUMNS } from './conversation-columns.tsx'
import { useRowKeys } from './use-row-keys.tsx'
import './conversation-list.css'

const features = tableFeatures({})
const columns = CONVERSATION_COLUMNS.map(({ id }) => ({ id }))
/** Rows are measured; this is the height of most. */
const ROW_PX = 57
/** Rows drawn beyond both edges. */
const OVERSCAN = 8
/** The next page loads while this many rows are left. */
const ROWS_AHEAD = 15

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
  const table = useTable({ features, columns, data: rows, getRowId: ({ id }) => id })
  const models = table.getRowModel().rows
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised: React's compiler is not used
  const virtualizer = useVirtualizer({
    count: models.length,
    getScrollElement: () => document.getElementById('page'),
    estimateSize: () => ROW_PX,
    getItemKey: (index) => models[index]!.id,
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
            <div
              key={key}
              ref={virtualizer.measureElement}
              className="conversation-row"
              role="row"
              aria-rowindex={index + 2}
              data-index={index}
              style={{ transform: `translateY(${start - marginPx}px)` }}
            >
              <div className="conversation-cells" role="presentation">
                {CONVERSATION_COLUMNS.map(({ id, Cell }) => (
                  <span key={id} role="cell" data-column={id}>
                    <Cell row={models[index]!.original} />
                  </span>
                ))}
              </div>
            </div>
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
