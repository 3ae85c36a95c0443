import { useAtomValue, useSetAtom } from 'jotai/react'
import { Archive, CircleAlert, X } from 'lucide-react'
import { useEffect, type FocusEvent } from 'react'
import { dismissThreadNoticeAtom, undoArchiveAtom } from './atoms/shown-list.ts'
import {
  threadNoticeAtom,
  type ThreadNotice,
  holdThreadNoticeAtom,
} from './atoms/thread-list-facts.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Translate } from '../i18n/create-translate.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import './thread-notice.css'

export interface ThreadNoticeCardProps {
  /** Called when undo was pressed; the button disappears. */
  onUndone: (id: string) => void
  onDismissed: () => void
}

/** The notice of an action, with undo. Its keeper announces it. */
export function ThreadNoticeCard({ onUndone, onDismissed }: ThreadNoticeCardProps) {
  const { t } = useI18n()
  const notice = useAtomValue(threadNoticeAtom)
  const undo = useSetAtom(undoArchiveAtom)
  const dismiss = useSetAtom(dismissThreadNoticeAtom)
  const hold = useSetAtom(holdThreadNoticeAtom)

  // A card that disappears under the pointer gets no leave event.
  useEffect(() => () => hold(false), [hold, notice])

  if (notice === null) return null

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) hold(false)
  }

  function handleUndo(id: string): void {
    onUndone(id)
    leaveToNotice(undo())
  }

  return (
    <div
      className="thread-notice"
      onPointerEnter={() => hold(true)}
      onPointerLeave={({ currentTarget }) => hold(currentTarget.contains(document.activeElement))}
      onFocus={() => hold(true)}
      onBlur={handleBlur}
    >
      {notice.type === 'archived' ? <Archive /> : <CircleAlert className="thread-notice-alert" />}
      <span className="thread-notice-text" dir="auto">
        {describeThreadNotice(t, notice)}
      </span>
      {notice.type === 'archived' && (
        <button type="button" className="text-button" onClick={() => handleUndo(notice.id)}>
          {t('threads.undo')}
        </button>
      )}
      <IconButton
        label={t('action.close')}
        onClick={() => {
          onDismissed()
          dismiss()
        }}
      >
        <X />
      </IconButton>
    </div>
  )
}

/** Text of a notice. */
export function describeThreadNotice(t: Translate, notice: ThreadNotice): string {
  const title = notice.title ?? t('threads.untitled')
  if (notice.type === 'archived') return t('threads.wasArchived', { title })
  switch (notice.operation) {
    case 'rename':
      return t('threads.renameFailed', { title })
    case 'archive':
      return t('threads.archiveFailed', { title })
    case 'unarchive':
      return t('threads.unarchiveFailed', { title })
    case 'delete':
      return t('threads.deleteFailed', { title })
    case 'switch':
      return t('threads.switchFailed', { title })
    default:
      return notice.operation satisfies never
  }
}

/**
 * Leaves failures to the notice of the list, which then shows the row as before. `onDone` is called after the
 * server's confirmation.
 */
export function leaveToNotice(change: Promise<unknown>, onDone?: () => void): void {
  change.then(onDone, () => {})
}
