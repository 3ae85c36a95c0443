import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KnowledgeOverview } from '../../../shared/desk/reports.ts'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export interface RemoveSourceProps {
  source: KnowledgeOverview['sources'][number]
  onClose: () => void
}

/** Asks before a source goes, since its documents go with it. */
export function RemoveSource({ source, onClose }: RemoveSourceProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      call(['projects', project, 'knowledge', 'sources', source.id], { method: 'DELETE' }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['projects', project, 'knowledge'] })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('knowledge.removeTitle')}
      description={t('knowledge.removeHint', { place: source.location, n: source.documents })}
      action={t('act.remove')}
      failure={t('error.saveTitle')}
      call={remove}
      onClose={onClose}
    />
  )
}
