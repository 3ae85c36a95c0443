import { Link } from '@tanstack/react-router'
import type { Home } from '../../../shared/desk/reports.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { TroubledList } from '../../reports/troubled-list.tsx'
import { usePage } from '../../session/session-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StatTile, StatTiles } from '../../ui/stat-tile.tsx'
import { useChange } from './use-change.ts'

/** Trouble: figures that lead to their conversations, and the worst answers. */
export function BadCard({ home }: { home: Home }) {
  const { t } = useI18n()
  const { format, project } = usePage()
  const change = useChange()
  const { from, to, bad } = home
  const listOf = (search: Readonly<Record<string, string>>) => ({
    page: 'conversations',
    search: { from, to, ...search },
  })
  return (
    <ReportSection
      title={t('home.bad')}
      more={
        <Link
          className="report-link"
          to="/$project/quality"
          params={{ project }}
          search={{ from, to }}
        >
          {t('home.toQuality')}
        </Link>
      }
    >
      <StatTiles>
        <StatTile
          label={t('quality.bad')}
          value={format.number(bad.badRatings)}
          change={change(bad.badRatings, bad.before.badRatings)}
          isWorseUp
          to={listOf({ rating: 'bad' })}
        />
        <StatTile
          label={t('quality.unanswered')}
          value={format.number(bad.unanswered)}
          change={change(bad.unanswered, bad.before.unanswered)}
          isWorseUp
          to={listOf({ state: 'unanswered' })}
        />
        <StatTile
          label={t('quality.errors')}
          value={format.number(bad.errors)}
          change={change(bad.errors, bad.before.errors)}
          isWorseUp
          to={listOf({ state: 'error' })}
        />
      </StatTiles>
      {bad.worst.length > 0 ? (
        <>
          <h3>{t('home.worst')}</h3>
          <TroubledList answers={bad.worst} />
        </>
      ) : (
        <EmptyState title={t('home.noWorst')} hint={t('home.noWorstHint')} />
      )}
    </ReportSection>
  )
}
