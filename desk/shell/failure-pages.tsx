import { Link } from '@tanstack/react-router'
import { useI18n } from '../i18n/i18n.tsx'
import { useSession } from '../session/session-context.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorCard } from '../../widget/ui/error-card.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** An address without a page. */
export function NotFound() {
  const { t } = useI18n()
  return (
    <>
      <PageHeader title={t('desk.notFound')} />
      <EmptyState title={t('desk.notFoundHint')}>
        <Link to="/" className="outline-button">
          {t('desk.toHome')}
        </Link>
      </EmptyState>
    </>
  )
}

/** A page whose file could not be loaded, or that failed while it was drawn. */
export function LoadFailure({ error }: { error: unknown }) {
  const { t } = useI18n()
  console.error(error)
  return (
    <div className="page-body">
      <ErrorCard
        title={t('desk.newVersion')}
        detail={t('desk.newVersionHint')}
        action={t('desk.reload')}
        onAction={() => location.reload()}
      />
    </div>
  )
}

/** A person without a role in any project. */
export function NoProject() {
  const { t } = useI18n()
  const { session } = useSession()
  return (
    <main className="alone">
      <PageHeader title={t('project.none')} />
      <p>{t('project.noneHint', { mail: session.person.mail })}</p>
    </main>
  )
}
