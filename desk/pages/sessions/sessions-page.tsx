import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { call } from '../../api/call.ts'
import type { OwnSession } from '../../api/queries.ts'
import { ownSessionsQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.tsx'

/** Devices that are signed in as this person. */
export function Page() {
  const { t } = useI18n()
  const { projectName, session } = usePage()
  const { data, error, refetch } = useQuery(ownSessionsQuery)
  return (
    <>
      <PageHeader
        title={t('nav.sessions')}
        project={projectName}
        hint={t('sessions.hint', { mail: session.person.mail })}
      />
      <div className="page-body">
        {data ? (
          <DataTable
            label={t('sessions.label')}
            rows={data.sessions}
            columns={COLUMNS}
            rowId={({ id }) => id}
          />
        ) : error ? (
          <CallFailureCard error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={3} />
        )}
      </div>
    </>
  )
}

interface CellProps {
  row: OwnSession
}

function Device({ row: { device, isThis } }: CellProps) {
  const { t } = useI18n()
  return (
    <>
      <bdi>{device}</bdi>
      {isThis && <span className="this-session"> ({t('sessions.this')})</span>}
    </>
  )
}

function Started({ row: { startedAt } }: CellProps) {
  const { format } = usePage()
  return format.dateTime(startedAt)
}

function Used({ row: { usedAt } }: CellProps) {
  const { format } = usePage()
  return format.ago(usedAt, useNow())
}

function Ends({ row: { endsAt } }: CellProps) {
  const { format } = usePage()
  return format.dateTime(endsAt)
}

function End({ row: { id, device, isThis } }: CellProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(['sessions', id], { method: 'DELETE' }),
    async onSuccess() {
      announce(t('sessions.ended'))
      await client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })
    },
  })
  if (isThis) return null
  return (
    <>
      <button
        type="button"
        className="quiet-button"
        aria-label={t('sessions.endOf', { device })}
        aria-disabled={end.isPending || undefined}
        onClick={() => !end.isPending && end.mutate()}
      >
        {t('sessions.end')}
      </button>
      {end.isError && <CallFailureCard title={t('sessions.failed')} error={end.error} />}
    </>
  )
}

const COLUMNS: readonly Column<OwnSession>[] = [
  { id: 'device', header: 'sessions.device', isRowHeader: true, Cell: Device },
  { id: 'started', header: 'sessions.started', Cell: Started },
  { id: 'used', header: 'sessions.used', Cell: Used },
  { id: 'ends', header: 'sessions.ends', Cell: Ends },
  { id: 'end', header: 'people.actions', isFigure: true, Cell: End },
]
