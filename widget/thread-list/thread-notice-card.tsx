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
  /** The thread is on its way back; the button that was pressed leaves. */
  onUndone: (id: string) => void
  onDismissed: () => void
}

/** What happened to a thread, and how to take it back. It is spoken by its keeper. */
export function ThreadNoticeCard({ onUndone, onDismissed }: ThreadNoticeCardProps) {
  const { t } = useI18n()
  const notice = useAtomValue(threadNoticeAtom)
  const undo = useSetAtom(undoArchiveAtom)
  const dismiss = useSetAtom(dismissThreadNoticeAtom)
  const hold = useSetAtom(holdThreadNoticeAtom)

  // A card that leaves under the pointer is told nothing.
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

/** What a notice says. */
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
 * What fails shows in the notice of the list, and the row is as before: nobody waits for it. That it was
 * done is told once the server has said so.
 */
export function leaveToNotice(change: Promise<unknown>, onDone?: () => void): void {
  change.then(onDone, () => {})
}
