import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { ArrowLeft, Maximize2, Minimize2, SquarePen } from 'lucide-react'
import type { RefObject } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import {
  canWidenPanelAtom,
  isPanelWideAtom,
  uncoverAtom,
  widenPanelAtom,
  type ListPlace,
} from '../world/panel.ts'
import { newThreadAtom } from './atoms/shown-list.ts'
import { isReadOnlyAtom } from '../conversation/atoms/thread.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { leaveToNotice } from './thread-notice-card.tsx'

export interface ListHeaderProps {
  headingRef: RefObject<HTMLHeadingElement | null>
  place: Exclude<ListPlace, 'none'>
  kind: 'regular' | 'archived'
  /** To the conversation, or from the archived threads to all. */
  onBack: () => void
}

/** What the list is, the way back, and how wide the panel is. */
export function ListHeader({ headingRef, place, kind, onBack }: ListHeaderProps) {
  const { t } = useI18n()
  const isArchived = kind === 'archived'
  return (
    <div className="thread-list-header">
      {(isArchived || place === 'cover') && (
        <IconButton
          label={t(isArchived ? 'threads.archivedBack' : 'threads.back')}
          onClick={onBack}
        >
          <ArrowLeft data-flip />
        </IconButton>
      )}
      <h2 ref={headingRef} className="thread-list-heading" tabIndex={-1}>
        {t(isArchived ? 'threads.archivedTitle' : 'threads.title')}
      </h2>
      <WidthButton place={place} />
      {place === 'cover' && !isArchived && <NewButton />}
    </div>
  )
}

/** Makes the panel wide enough for list and conversation, and back. */
function WidthButton({ place }: { place: ListPlace }) {
  const { t } = useI18n()
  const canWiden = useAtomValue(canWidenPanelAtom)
  const isWide = useAtomValue(isPanelWideAtom)
  const widen = useSetAtom(widenPanelAtom)
  if (!canWiden || isWide !== (place === 'side')) return null
  return (
    <IconButton
      label={t(isWide ? 'threads.narrow' : 'threads.widen')}
      onClick={() => widen(!isWide)}
    >
      {isWide ? <Minimize2 /> : <Maximize2 />}
    </IconButton>
  )
}

/** The header's own button is behind a list that covers it. */
function NewButton() {
  const { t } = useI18n()
  const store = useStore()
  const uncover = useSetAtom(uncoverAtom)
  const isReadOnly = useAtomValue(isReadOnlyAtom)
  if (isReadOnly) return null

  function handleClick(): void {
    uncover()
    leaveToNotice(store.set(newThreadAtom))
  }

  return (
    <IconButton label={t('header.newThread')} onClick={handleClick}>
      <SquarePen />
    </IconButton>
  )
}
