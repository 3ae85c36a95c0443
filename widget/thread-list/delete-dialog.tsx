import { useLayoutEffect, useRef } from 'react'
import { markAllInvisible } from '../../shared/mark-invisible.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface DeleteDialogProps {
  title: string
  isRunning: boolean
  onCancel: () => void
  onDelete: () => void
}

/** Asks before a thread is deleted permanently. Enter pressed by mistake does not delete. */
export function DeleteDialog({ title, isRunning, onCancel, onDelete }: DeleteDialogProps) {
  const { t } = useI18n()
  const cancel = useRef<HTMLButtonElement>(null)

  // After the dialog has opened and focused its first button.
  useLayoutEffect(() => cancel.current?.focus(), [])

  return (
    <Dialog
      title={t('threads.deleteTitle', { title: markAllInvisible(title) })}
      description={t(isRunning ? 'threads.deleteRunningHint' : 'threads.deleteHint')}
      closeLabel={t('action.close')}
      className="delete-dialog"
      onClose={onCancel}
    >
      <div className="delete-actions">
        <button ref={cancel} type="button" className="outline-button" onClick={onCancel}>
          {t('threads.cancel')}
        </button>
        <button type="button" className="outline-button danger-button" onClick={onDelete}>
          {t('threads.delete')}
        </button>
      </div>
    </Dialog>
  )
}
