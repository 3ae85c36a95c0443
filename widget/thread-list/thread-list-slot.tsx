import { useAtomValue, useSetAtom } from 'jotai/react'
import {
  lazy,
  Suspense,
  useLayoutEffect,
  useState,
  type ComponentType,
  type RefObject,
} from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { hasListRoomAtom, listPlaceAtom } from '../world/panel.ts'
import { useMediaQuery } from '../ui/use-media-query.tsx'
import { ErrorCard } from '../ui/error-card.tsx'
import type { ThreadListPaneProps } from './thread-list-pane.tsx'

/** Minimum width of the frame, 640 px, for list and conversation beside each other. */
export const LIST_ROOM_QUERY = '(min-width: 40em)'

export interface ThreadListSlotProps {
  behindRef: RefObject<HTMLElement | null>
  toggleRef: RefObject<HTMLElement | null>
}

/** Place of the list, which is loaded on first use. */
export function ThreadListSlot(props: ThreadListSlotProps) {
  const hasRoom = useMediaQuery(LIST_ROOM_QUERY)
  const setHasRoom = useSetAtom(hasListRoomAtom)
  const place = useAtomValue(listPlaceAtom)
  const [Pane, setPane] = useState(createPane)

  useLayoutEffect(() => setHasRoom(hasRoom), [hasRoom, setHasRoom])

  function createPane() {
    return lazy(() => loadPane(() => <ListMissing onRetry={() => setPane(createPane)} />))
  }

  if (place === 'none') return null
  return (
    <Suspense>
      <Pane place={place} {...props} />
    </Suspense>
  )
}

/** After a failure, the person can try again instead of waiting. */
async function loadPane(
  standIn: ComponentType<ThreadListPaneProps>,
): Promise<{ default: ComponentType<ThreadListPaneProps> }> {
  const pane = await import('./thread-list-pane.tsx').catch(() => null)
  return { default: pane?.ThreadListPane ?? standIn }
}

/** Shown if the list's code could not be loaded. */
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
