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
  /** Called to go to the conversation, or from the archived threads to all. */
  onBack: () => void
}

/** Title of the list, the way back, and the width of the panel. */
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

/** Makes the panel wide enough for list and conversation, or narrow again. */
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

/** A list that covers the header has its own button. */
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
