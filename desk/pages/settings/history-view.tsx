import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  FIRST_WHY,
  type SettingsVersion,
  type SettingsVersions,
} from '../../../shared/desk/settings.ts'
import { projectQuery, versionsQuery } from '../../api/queries.ts'
import { ChangeList } from '../../draft/change-list.tsx'
import { differencesOf } from '../../draft/differences.ts'
import { UndoDialog } from '../../draft/undo-dialog.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fold } from '../../reports/fold.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Version = SettingsVersions['versions'][number]

/** Published versions, the newest first: who, when and why, with what each changed. */
export function HistoryView() {
  const { t } = useI18n()
  const { project, may } = usePage()
  const [undoing, setUndoing] = useState<Version | null>(null)
  const pages = useInfiniteQuery(versionsQuery(project))
  if (pages.error && !pages.data) {
    return <CallFailureCard error={pages.error} onRetry={() => void pages.refetch()} />
  }
  if (!pages.data) return <Skeleton rows={4} rowSize={4} />
  const versions = pages.data.pages.flatMap((page) => page.versions)
  return (
    <ReportSection title={t('history.title')} hint={t('history.hint')}>
      {versions.length === 0 ? (
        <EmptyState title={t('history.none')} hint={t('history.noneHint')} />
      ) : (
        <ol className="report-list" aria-label={t('history.title')}>
          {versions.map((version) => (
            <li key={version.number} className="version">
              <VersionHead version={version} />
              <div className="version-foot">
                {version.number > 1 && (
                  <Fold summary={t('history.changes')}>
                    <VersionChanges number={version.number} />
                  </Fold>
                )}
                {may('editor') && !version.isPublished && (
                  <button
                    type="button"
                    className="outline-button"
                    aria-label={t('history.undoTo', { n: version.number })}
                    onClick={() => setUndoing(version)}
                  >
                    {t('history.undo')}
                  </button>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
      {pages.hasNextPage && (
        <button
          type="button"
          className="outline-button"
          aria-disabled={pages.isFetchingNextPage || undefined}
          onClick={() => !pages.isFetchingNextPage && void pages.fetchNextPage()}
        >
          {t('history.more')}
        </button>
      )}
      {undoing && <UndoDialog number={undoing.number} onClose={() => setUndoing(null)} />}
    </ReportSection>
  )
}

function VersionHead({
  version: { number, by, at, why, undoOf, isPublished },
}: {
  version: Version
}) {
  const { t } = useI18n()
  const { format } = usePage()
  const isFirst = by === null && why === FIRST_WHY
  const name = by ?? t(isFirst ? 'history.configuration' : 'audit.commandLine')
  return (
    <>
      <p className="version-head">
        <strong>{t('history.version', { n: number })}</strong>
        {isPublished && (
          <span className="report-chip" data-tone="good">
            {t('history.live')}
          </span>
        )}
        {undoOf !== null && (
          <span className="report-chip">{t('history.undoOf', { n: undoOf })}</span>
        )}
        <bdi className="version-by">{t('history.by', { name, time: format.dateTime(at) })}</bdi>
      </p>
      {why !== '' && (
        <p className="version-why" dir="auto">
          {isFirst ? t('history.first') : why}
        </p>
      )}
    </>
  )
}

/** Changes of a version against the one before it. */
function VersionChanges({ number }: { number: number }) {
  const { t } = useI18n()
  const { project } = usePage()
  const path = (n: number) => ['settings', 'versions', String(n)]
  const own = useQuery(projectQuery<SettingsVersion>(project, path(number)))
  const before = useQuery(projectQuery<SettingsVersion>(project, path(number - 1)))
  const failed = [own, before].find(({ error }) => error)
  if (failed) {
    return <CallFailureCard error={failed.error} onRetry={() => void failed.refetch()} />
  }
  if (!own.data || !before.data) return <Skeleton rows={2} />
  const changes = differencesOf(before.data.settings, own.data.settings)
  return changes.length === 0 ? (
    <p className="report-hint">{t('history.same')}</p>
  ) : (
    <ChangeList label={t('history.changes')} changes={changes} />
  )
}
