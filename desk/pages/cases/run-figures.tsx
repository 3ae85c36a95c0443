import { useMemo } from 'react'
import type { CaseRun } from '../../../shared/desk/case-runs.ts'
import { useLiveNumber } from '../../draft/draft-context.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSession } from '../../session/session-context.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ResultChip } from './result-chip.tsx'
import { isPast } from './results.ts'

type Side = CaseRun['bySide'][number] & { readonly isPast: boolean }
/** Figures of answers: of one, or of several together. */
export type Figures = Omit<Side, 'side' | 'passed' | 'failed' | 'isPast'>
type Paid = Pick<Figures, 'inputTokens' | 'outputTokens' | 'cost'>

/** Figures of answers in the reader's format. */
function useFigureWords() {
  const { t } = useI18n()
  const { format } = useSession()
  const time = (milliseconds: number | null, beside: number | null = null) =>
    milliseconds === null ? t('tile.none') : format.duration(milliseconds, beside)
  return {
    time: ({ wholeMs }: Figures) => time(wholeMs),
    firstWord: ({ firstWordMs, wholeMs }: Figures) => time(firstWordMs, wholeMs),
    tokens: ({ inputTokens, outputTokens }: Paid) =>
      t('cases.tokens', {
        input: format.number(inputTokens),
        output: format.number(outputTokens),
      }),
    cost: ({ cost }: Paid) => (cost === null ? t('cases.noPrice') : format.money(cost)),
  }
}

/** Figures of a run, draft and live beside each other. */
export function RunFigures({ run }: { run: CaseRun }) {
  const { judging } = run
  const { t } = useI18n()
  const { format } = useSession()
  const words = useFigureWords()
  const live = useLiveNumber()
  const rows = useMemo(
    () => run.bySide.map((each) => ({ ...each, isPast: isPast(run, each.side, live) })),
    [run, live],
  )
  return (
    <>
      <DataTable
        label={t('cases.figures')}
        rows={rows}
        rowId={({ side }) => side}
        columns={COLUMNS}
      />
      {judging && (
        <p className="report-hint">
          {t('cases.judging', {
            calls: format.number(judging.calls),
            tokens: words.tokens(judging),
            cost: words.cost(judging),
          })}
        </p>
      )}
    </>
  )
}

/** Time, tokens and cost in a line. */
export function SideFigures({ figures }: { figures: Figures }) {
  const words = useFigureWords()
  return (
    <span className="side-figures">
      {[words.time(figures), words.tokens(figures), words.cost(figures)].join(' · ')}
    </span>
  )
}

const figure = (
  id: keyof ReturnType<typeof useFigureWords>,
  header: Column<Side>['header'],
): Column<Side> => ({
  id,
  header,
  isFigure: true,
  Cell: function FigureCell({ row }) {
    return useFigureWords()[id](row)
  },
})

function SideName({ row: { side, isPast: isEarlier } }: { row: Side }) {
  const { t } = useI18n()
  return t(isEarlier ? 'cases.side.past' : `cases.side.${side}`)
}

const COLUMNS: readonly Column<Side>[] = [
  { id: 'side', header: 'cases.column.side', isRowHeader: true, Cell: SideName },
  {
    id: 'passed',
    header: 'cases.column.passed',
    Cell: ({ row }) => <ResultChip counts={row} />,
  },
  figure('time', 'cases.column.time'),
  figure('firstWord', 'cases.column.firstWord'),
  figure('tokens', 'cases.column.tokens'),
  figure('cost', 'cases.column.cost'),
]
