import { useAtomValue, useSetAtom } from 'jotai/react'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { hasListRoomAtom, listPlaceAtom } from '../../state/list-view.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { ErrorCard } from '../notices/error-card.tsx'
import { loadThreadListPane } from './load-thread-list.ts'

/** From this width of the frame on, 640 px, list and conversation stand beside each other. */
export const LIST_ROOM_QUERY = '(min-width: 40em)'

export interface ThreadListSlotProps {
  behindRef: RefObject<HTMLElement | null>
  toggleRef: RefObject<HTMLElement | null>
}

/** Where the list comes when somebody wants it. */
export function ThreadListSlot(props: ThreadListSlotProps) {
  const hasRoom = useMediaQuery(LIST_ROOM_QUERY)
  const setHasRoom = useSetAtom(hasListRoomAtom)
  const place = useAtomValue(listPlaceAtom)
  const [Pane, setPane] = useState(createPane)

  useLayoutEffect(() => setHasRoom(hasRoom), [hasRoom, setHasRoom])

  function createPane() {
    return lazy(() => loadThreadListPane(() => <ListMissing onRetry={() => setPane(createPane)} />))
  }

  if (place === 'none') return null
  return (
    <Suspense>
      <Pane place={place} {...props} />
    </Suspense>
  )
}

/** The list itself could not be fetched. */
function ListMissing({ onRetry }: { onRetry: () => void }) {
  const { t } = useI18n()
  return (
    <div className="thread-list-missing">
      <ErrorCard
        title={t('header.threadsFailed')}
        detail={t('thread.failedHint')}
        action={t('action.tryAgain')}
        onAction={onRetry}
      />
    </div>
  )
}
