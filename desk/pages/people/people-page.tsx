import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ROLES } from '../../../shared/desk/access.ts'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import type { Person } from '../../api/queries.ts'
import { peopleQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonActions, RoleChoice } from './person-actions.tsx'
import './people-page.css'

/** People who may open the project; for all projects, the owners of the service. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  const [isInviting, setIsInviting] = useState(false)
  const { data, error, refetch } = useQuery(peopleQuery(project))
  return (
    <>
      <PageHeader
        title={t('nav.people')}
        project={projectName}
        hint={t(project === ALL_PROJECTS ? 'people.hintService' : 'people.hint')}
      >
        <button type="button" className="solid-button" onClick={() => setIsInviting(true)}>
          <UserPlus aria-hidden="true" />
          {t('people.invite')}
        </button>
      </PageHeader>
      <div className="page-body">
        {data?.people.length === 0 ? (
          <EmptyState title={t('people.none')} hint={t('people.noneHint')} />
        ) : data ? (
          <DataTable
            label={t('people.label')}
            rows={data.people}
            columns={COLUMNS}
            rowId={({ id }) => id}
          />
        ) : error ? (
          <CallFailureCard error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={4} />
        )}
      </div>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  )
}

interface CellProps {
  row: Person
}

function Mail({ row: { id, mail } }: CellProps) {
  const { t } = useI18n()
  const { session } = usePage()
  return (
    <>
      <bdi>{mail}</bdi>
      {id === session.person.id && <span className="you"> ({t('people.you')})</span>}
    </>
  )
}

function Seen({ row: { seenAt } }: CellProps) {
  const { t } = useI18n()
  const { format } = usePage()
  const now = useNow()
  return seenAt === null ? t('people.never') : format.ago(seenAt, now)
}

function Invited({ row: { invitedAt } }: CellProps) {
  const { format } = usePage()
  return format.ago(invitedAt, useNow())
}

const COLUMNS: readonly Column<Person>[] = [
  {
    id: 'mail',
    header: 'people.mail',
    isRowHeader: true,
    sortBy: ({ mail }) => mail,
    Cell: Mail,
  },
  {
    id: 'role',
    header: 'people.role',
    sortBy: ({ role }) => ROLES.indexOf(role),
    Cell: RoleChoice,
  },
  { id: 'seen', header: 'people.seen', sortBy: ({ seenAt }) => seenAt, Cell: Seen },
  { id: 'invited', header: 'people.invited', sortBy: ({ invitedAt }) => invitedAt, Cell: Invited },
  { id: 'actions', header: 'people.actions', isFigure: true, Cell: PersonActions },
]
