import type { Home } from '../../../shared/desk/reports.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { QuestionGroups } from '../../reports/question-groups.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { useSession } from '../../session/session-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StatTile } from '../../ui/stat-tile.tsx'
import { useChange } from './use-change.ts'

/** Questions of people: how many, and which questions share words. */
export function AskedCard({ home }: { home: Home }) {
  const { t } = useI18n()
  const { format } = useSession()
  const change = useChange()
  const { from, to, asked } = home
  return (
    <ReportSection title={t('home.asked')}>
      <StatTile
        label={t('home.questions')}
        value={format.number(asked.questions)}
        change={change(asked.questions, asked.before)}
        to={{ page: 'conversations', search: { from, to } }}
      />
      {asked.groups.length > 0 ? (
        <QuestionGroups groups={asked.groups} />
      ) : (
        <EmptyState title={t('home.noGroups')} hint={t('home.noGroupsHint')} />
      )}
    </ReportSection>
  )
}
