import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { call } from '../../api/call.ts'
import { ChangeList } from '../../draft/change-list.tsx'
import { useDraft } from '../../draft/draft-context.tsx'
import { emptyWords } from '../../draft/empty-words.ts'
import { Problems } from '../../draft/field-frame.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { groupOf } from './groups.ts'

/** The draft beside what is live. */
export function ChangesView() {
  const { t } = useI18n()
  const { project, may } = usePage()
  const { changes, view, data, settings } = useDraft()
  const [isDiscarding, setIsDiscarding] = useState(false)
  if (changes.length === 0) {
    return <EmptyState title={t('changes.none')} hint={t('changes.noneHint')} />
  }
  return (
    <ReportSection
      title={t('changes.title', { n: changes.length })}
      more={
        may('editor') &&
        data.draft !== null && (
          <button type="button" className="quiet-button" onClick={() => setIsDiscarding(true)}>
            {t('changes.discard')}
          </button>
        )
      }
    >
      {view.problems.length > 0 && (
        <div className="draft-problems">
          <h3>{t('changes.problems')}</h3>
          <ul>
            {view.problems.map(({ path, message }) => {
              const words = emptyWords(settings, path)
              return (
                <li key={`${path.join('.')} ${message}`}>
                  <ProblemLink path={path} project={project} />
                  <Problems problems={[words === undefined ? message : t(words)]} />
                </li>
              )
            })}
          </ul>
        </div>
      )}
      <ChangeList label={t('publish.changes')} changes={changes} />
      {isDiscarding && <DiscardDialog onClose={() => setIsDiscarding(false)} />}
    </ReportSection>
  )
}

/** Leads to the field of a problem. */
function ProblemLink({ path, project }: { path: readonly string[]; project: string }) {
  const words = path.join(' › ')
  return path[0] === 'writtenAnswers' ? (
    <Link className="report-link" to="/$project/answers" params={{ project }} search={{}}>
      {words}
    </Link>
  ) : (
    <Link
      className="report-link"
      to="/$project/settings"
      params={{ project }}
      search={{ group: groupOf(path), field: path.join('.') }}
    >
      {words}
    </Link>
  )
}

function DiscardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const { project } = usePage()
  const { keeper, reload } = useDraft()
  const announce = useAnnounce()
  const discard = useMutation({
    mutationFn: async () => {
      // Text that is not saved yet goes too.
      await keeper.flush()
      await call(['projects', project, 'settings', 'draft'], { method: 'DELETE' })
    },
    async onSuccess() {
      announce(t('changes.discarded'))
      await reload()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('changes.discardTitle')}
      description={t('changes.discardHint')}
      action={t('changes.discardNow')}
      failure={t('error.saveTitle')}
      call={discard}
      onClose={onClose}
    />
  )
}
