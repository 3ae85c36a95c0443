import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { KnowledgeOverview } from '../../../shared/desk/reports.ts'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fold } from '../../reports/fold.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { RemoveSource } from './remove-source.tsx'
import { useNow } from '../../ui/use-now.tsx'
import { SourceProblemList } from './source-problem-list.tsx'

type Source = KnowledgeOverview['sources'][number]

const TONES: Readonly<Partial<Record<Source['state'], string>>> = { failed: 'bad' }

/** Sources with their last crawl, what was not read, and buttons for editors. */
export function SourceList({ sources }: { sources: readonly Source[] }) {
  return (
    <ul className="report-list">
      {sources.map((source) => (
        <li key={source.id} className="source">
          <SourceRow source={source} />
        </li>
      ))}
    </ul>
  )
}

function SourceRow({ source }: { source: Source }) {
  const { t } = useI18n()
  const { format, project, may } = usePage()
  const client = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const refresh = useMutation({
    mutationFn: () =>
      call(['projects', project, 'knowledge', 'sources', source.id, 'refresh'], { method: 'POST' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['projects', project, 'knowledge'] }),
  })
  const { location, state, problem, crawledAt } = source
  const now = useNow()
  return (
    <>
      <div className="source-head">
        <bdi className="source-place">{location}</bdi>
        <span className="report-chips">
          <span className="report-chip" data-tone={TONES[state]}>
            {t(`knowledge.state.${state}`)}
          </span>
          {source.isFixed && <span className="report-chip">{t('knowledge.fixed')}</span>}
        </span>
      </div>
      <p className="source-figures">
        {t('knowledge.documents', { n: source.documents })}
        {source.missing > 0 && ` · ${t('knowledge.missing', { n: source.missing })}`}
        {` · ${crawledAt === null ? t('knowledge.neverRead') : t('knowledge.readAt', { time: format.ago(crawledAt, now) })}`}
        {source.dueAt !== null &&
          ` · ${t('knowledge.nextAt', { time: format.dateTime(source.dueAt) })}`}
      </p>
      {problem !== null && <p className="source-problem">{problem}</p>}
      {source.unread > 0 && (
        <Fold summary={t('knowledge.unread', { n: source.unread })}>
          <SourceProblemList source={source.id} />
        </Fold>
      )}
      {may('editor') && (
        <div className="source-actions">
          <button
            type="button"
            className="outline-button"
            aria-label={t('knowledge.refreshOf', { place: location })}
            aria-disabled={refresh.isPending}
            onClick={() => !refresh.isPending && refresh.mutate()}
          >
            <RefreshCw />
            {t('knowledge.refresh')}
          </button>
          {!source.isFixed && (
            <button
              type="button"
              className="outline-button"
              aria-label={t('knowledge.removeOf', { place: location })}
              onClick={() => setIsRemoving(true)}
            >
              <Trash2 />
              {t('act.remove')}
            </button>
          )}
        </div>
      )}
      {refresh.error && <CallFailureCard error={refresh.error} title={t('error.saveTitle')} />}
      {isRemoving && <RemoveSource source={source} onClose={() => setIsRemoving(false)} />}
    </>
  )
}
