import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AuditAct } from '../../api/queries.ts'
import { auditQuery } from '../../api/queries.ts'
import { en } from '../../i18n/en.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { PlainKey } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Details, Target } from './audit-target.tsx'
import './audit-page.css'

/** Acts that have a sentence; those of newer servers are shown by their names. */
type ToldAct =
  Extract<PlainKey, `audit.act.${string}`> extends `audit.act.${infer Act}` ? Act : never

const NONE: readonly AuditAct[] = []

/** Acts of people at the desk. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  const acts = useInfiniteQuery(auditQuery(project))
  const rows = useMemo(() => acts.data?.pages.flatMap((page) => page.acts) ?? NONE, [acts.data])
  return (
    <>
      <PageHeader title={t('nav.audit')} project={projectName} hint={t('audit.hint')} />
      <div className="page-body">
        {acts.isPending && <Skeleton rows={8} rowSize={2.5} />}
        {acts.isSuccess && rows.length === 0 && <EmptyState title={t('audit.none')} />}
        {rows.length > 0 && (
          <div className="audit-table">
            <DataTable
              label={t('audit.label')}
              rows={rows}
              columns={COLUMNS}
              rowId={({ id }) => id}
            />
          </div>
        )}
        {acts.isError && (
          <CallFailureCard
            error={acts.error}
            onRetry={() => void (rows.length > 0 ? acts.fetchNextPage() : acts.refetch())}
          />
        )}
        {acts.hasNextPage && !acts.isError && (
          <button
            type="button"
            className="outline-button audit-more"
            aria-disabled={acts.isFetchingNextPage || undefined}
            onClick={() => void acts.fetchNextPage()}
          >
            {t('audit.more')}
          </button>
        )}
      </div>
    </>
  )
}

interface CellProps {
  row: AuditAct
}

function Time({ row: { at } }: CellProps) {
  const { format } = usePage()
  return format.dateTime(at)
}

function By({ row: { by } }: CellProps) {
  const { t } = useI18n()
  return by === null ? t('audit.commandLine') : <bdi>{by}</bdi>
}

const isTold = (act: string): act is ToldAct => Object.hasOwn(en, `audit.act.${act}`)

function Act({ row: { act } }: CellProps) {
  const { t } = useI18n()
  return isTold(act) ? t(`audit.act.${act}`) : <code dir="ltr">{act}</code>
}

function About({ row }: CellProps) {
  return (
    <span className="audit-about">
      <Target row={row} />
      <Details row={row} />
    </span>
  )
}

const COLUMNS: readonly Column<AuditAct>[] = [
  { id: 'time', header: 'audit.time', Cell: Time },
  { id: 'by', header: 'audit.by', Cell: By },
  { id: 'act', header: 'audit.act', isRowHeader: true, Cell: Act },
  { id: 'about', header: 'audit.target', Cell: About },
]
