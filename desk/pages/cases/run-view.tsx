import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { CaseRunResults, CaseSide } from '../../../shared/desk/case-runs.ts'
import { CallError } from '../../api/call.ts'
import { useLiveNumber } from '../../draft/draft-context.tsx'
import { PublishButton } from '../../draft/publish-button.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { runQuery } from './case-queries.ts'
import { ResultChip } from './result-chip.tsx'
import { isDifferent, isPast, isShown } from './results.ts'
import type { Shown } from './results.ts'
import { RunFigures, SideFigures } from './run-figures.tsx'
import { RunNotes } from './run-notes.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunState, useRunWords } from './run-words.tsx'
import { ShownLinks } from './shown-links.tsx'

export interface RunViewProps {
  /** Its id. */
  run: string
  shown: Shown
  /** The way back. */
  before: ReactNode
}

/** A run: its figures, and the results of its cases beside each other. */
export function RunView({ run: id, shown, before }: RunViewProps) {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  const { data, error, refetch } = useQuery(runQuery(project, id))
  const words = useRunWords()
  const isAbsent = error instanceof CallError && error.type === 'not-found'
  const title = data ? words.name(data.run) : t(isAbsent ? 'cases.runNotFound' : 'nav.cases')
  return (
    <>
      <PageHeader
        title={title}
        project={projectName}
        before={before}
        hint={
          data && (
            <span className="report-chips">
              <RunState state={data.run.state} />
              <bdi>{words.by(data.run)}</bdi>
            </span>
          )
        }
      >
        {data && <PublishButton />}
      </PageHeader>
      <div className="report-body">
        {data ? (
          <Results results={data} shown={shown} />
        ) : isAbsent ? (
          <p className="report-hint">{t('cases.runNotFoundHint')}</p>
        ) : error ? (
          <CallFailureCard error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={6} rowSize={4} />
        )}
      </div>
    </>
  )
}

type CaseResult = CaseRunResults['cases'][number]
interface Row extends CaseResult {
  readonly run: string
  /** Another version is live than the one that was asked. */
  readonly isLivePast: boolean
}

function Results({ results: { run, cases }, shown }: { results: CaseRunResults; shown: Shown }) {
  const { t } = useI18n()
  const live = useLiveNumber()
  const rows = useMemo(
    () =>
      cases.flatMap((each): readonly Row[] =>
        isShown(shown, each.sides)
          ? [{ ...each, run: run.id, isLivePast: isPast(run, 'live', live) }]
          : [],
      ),
    [cases, shown, run, live],
  )
  return (
    <>
      <ReportSection title={t('cases.figures')}>
        <RunProgress run={run} />
        <RunNotes run={run} cases={cases} />
        <RunFigures run={run} />
      </ReportSection>
      <ReportSection title={t('cases.results')} hint={t('cases.resultsHint')}>
        <ShownLinks shown={shown} cases={cases.map(({ sides }) => sides)} />
        {rows.length > 0 ? (
          <DataTable
            label={t('cases.results')}
            rows={rows}
            rowId={({ caseId }) => caseId}
            columns={COLUMNS[run.sides.length > 1 ? 'both' : (run.sides[0] ?? 'live')]}
          />
        ) : (
          <EmptyState
            title={t(cases.length === 0 ? 'cases.resultsNone' : 'cases.noMatch')}
            {...(cases.length > 0 && { hint: t('cases.noMatchHint') })}
          />
        )}
      </ReportSection>
    </>
  )
}

function NameCell({ row: { run, caseId, name, sides } }: { row: Row }) {
  const { t } = useI18n()
  const { project } = usePage()
  return (
    <span className="result-name">
      <Link
        className="named-row-name"
        to="/$project/cases"
        params={{ project }}
        search={{ run, case: caseId }}
      >
        <bdi>{name || t('cases.removed')}</bdi>
      </Link>
      {isDifferent(sides) && (
        <span className="report-chip" data-tone="warning">
          {t('cases.differs')}
        </span>
      )}
    </span>
  )
}

const sideColumn = (side: CaseSide): Column<Row> => ({
  id: side,
  header: `cases.side.${side}`,
  Cell: ({ row }) => {
    const own = row.sides.find((each) => each.side === side)
    return (
      <>
        <ResultChip counts={own && { ...own, isPast: side === 'live' && row.isLivePast }} />{' '}
        {own && own.passed + own.failed > 0 && <SideFigures figures={own} />}
      </>
    )
  },
})

const NAME: Column<Row> = {
  id: 'name',
  header: 'cases.column.name',
  isRowHeader: true,
  Cell: NameCell,
}
const [DRAFT, LIVE] = [sideColumn('draft'), sideColumn('live')]
const COLUMNS: Readonly<Record<CaseSide | 'both', readonly Column<Row>[]>> = {
  both: [NAME, DRAFT, LIVE],
  draft: [NAME, DRAFT],
  live: [NAME, LIVE],
}
