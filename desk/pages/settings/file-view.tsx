import { useQuery } from '@tanstack/react-query'
import type { InferOutput } from 'valibot'
import type { settingsFile } from '../../../shared/desk/settings.ts'
import { projectQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The configuration file that says the same as what is live. */
export function FileView() {
  const { t } = useI18n()
  const { project, may } = usePage()
  const file = useQuery({
    ...projectQuery<InferOutput<typeof settingsFile>>(project, ['settings', 'file']),
    enabled: may('owner'),
  })
  if (!may('owner')) return <EmptyState title={t('file.ownersOnly')} />
  if (file.error) return <CallFailureCard error={file.error} onRetry={() => void file.refetch()} />
  if (!file.data) return <Skeleton rows={6} />
  return (
    <ReportSection
      title={file.data.name}
      hint={t('file.hint')}
      more={<CopyButton text={file.data.text} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide content scrolls by keyboard too */}
      <pre className="file-text" dir="ltr" tabIndex={0}>
        {file.data.text}
      </pre>
    </ReportSection>
  )
}
