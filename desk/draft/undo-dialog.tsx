import { useMutation } from '@tanstack/react-query'
import { useAnnounce } from '../../widget/ui/announcer.tsx'
import { call } from '../api/call.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { usePage } from '../session/session-context.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDraft } from './draft-context.tsx'

export interface UndoDialogProps {
  /** The version to bring back. */
  number: number
  onClose: () => void
}

/** Asks before an older version goes live again. */
export function UndoDialog({ number, onClose }: UndoDialogProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const { data, reload } = useDraft()
  const announce = useAnnounce()
  const undo = useMutation({
    mutationFn: () =>
      call<{ number: number }>(['projects', project, 'settings', 'undo'], {
        method: 'POST',
        body: {
          number,
          baseNumber: data.published?.number ?? null,
          why: t('history.undoWhy', { n: number }),
        },
      }),
    async onSuccess({ number: published }) {
      announce(t('publish.done', { n: published }))
      await reload()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('history.undoTitle', { n: number })}
      description={t('history.undoHint')}
      action={t('history.undoNow')}
      failure={t('publish.failed')}
      isHarmless
      call={undo}
      onClose={onClose}
    />
  )
}
