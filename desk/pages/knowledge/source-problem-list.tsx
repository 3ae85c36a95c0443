import { useQuery } from '@tanstack/react-query'
import type { SourceProblems } from '../../../shared/desk/reports.ts'
import { projectQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Documents of a source that were not read, are missing or lost something, and why. */
export function SourceProblemList({ source }: { source: string }) {
  const { t } = useI18n()
  const { project } = usePage()
  const path = ['knowledge', 'sources', source, 'problems']
  const problems = useQuery(projectQuery<SourceProblems>(project, path))
  if (problems.error) {
    return <CallFailureCard error={problems.error} onRetry={() => void problems.refetch()} />
  }
  if (!problems.data) return <Skeleton rows={2} />
  return (
    <ul className="report-list" aria-label={t('knowledge.problems')}>
      {problems.data.documents.map((document) => (
        <li key={document.address} className="source-document">
          <bdi className="source-place">{document.address}</bdi>
          <span>
            {document.detail ??
              document.reason ??
              (document.missingSince === null ? document.notes.join(' ') : t('knowledge.gone'))}
          </span>
        </li>
      ))}
    </ul>
  )
}
