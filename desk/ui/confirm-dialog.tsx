import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from '../../widget/ui/dialog.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { CallFailureCard } from './call-failure-card.tsx'
import './confirm-dialog.css'

export interface ConfirmDialogProps {
  title: string
  description?: string
  /** Words of the button that does it. */
  action: string
  /** Title of the card after a failure; the dialog stays open. */
  failure: string
  /** Default: the button that does it is a warning. */
  isHarmless?: boolean
  call: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>
  onClose: () => void
}

/** Asks before a call that cannot be undone, or that gives power away. */
export function ConfirmDialog({
  title,
  description,
  action,
  failure,
  isHarmless = false,
  call,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useI18n()
  return (
    <Dialog title={title} description={description} closeLabel={t('act.close')} onClose={onClose}>
      {call.error && <CallFailureCard title={failure} error={call.error} />}
      <DialogButtons onCancel={onClose}>
        <button
          type="button"
          className={isHarmless ? 'solid-button' : 'outline-button danger-button'}
          aria-disabled={call.isPending || undefined}
          onClick={() => !call.isPending && call.mutate()}
        >
          {action}
        </button>
      </DialogButtons>
    </Dialog>
  )
}

interface DialogButtonsProps {
  children: ReactNode
  onCancel: () => void
}

/** The last row of a dialog. */
export function DialogButtons({ children, onCancel }: DialogButtonsProps) {
  const { t } = useI18n()
  return (
    <div className="dialog-buttons">
      <button type="button" className="outline-button" onClick={onCancel}>
        {t('act.cancel')}
      </button>
      {children}
    </div>
  )
}
