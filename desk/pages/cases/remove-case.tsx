import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DeskCase } from '../../../shared/desk/cases.ts'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { casesKey } from './case-queries.ts'

export interface RemoveCaseProps {
  known: DeskCase
  onClose: () => void
  onRemoved: () => void
}

/** Asks before a case goes, and leads back to the list. */
export function RemoveCase({ known: { id, name }, onClose, onRemoved }: RemoveCaseProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const client = useQueryClient()
  const navigate = useNavigate()
  const announce = useAnnounce()
  const remove = useMutation({
    mutationFn: () => call(['projects', project, 'cases', id], { method: 'DELETE' }),
    async onSuccess() {
      announce(t('cases.removedDone'))
      onRemoved()
      await navigate({ to: '.', search: {}, replace: true })
      await client.invalidateQueries({ queryKey: casesKey(project) })
    },
  })
  return (
    <ConfirmDialog
      title={t('cases.removeTitle')}
      description={t('cases.removeHint', { name })}
      action={t('act.remove')}
      failure={t('error.saveTitle')}
      call={remove}
      onClose={onClose}
    />
  )
}
