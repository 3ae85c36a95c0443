import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useI18n } from '../i18n/i18n.tsx'
import { useSession } from '../session/session-context.tsx'
import { afterPaint } from '../ui/after-paint.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { drawOptions, readLook } from './draw-options.ts'
import { Fold } from './fold.tsx'
import './day-chart.css'

export interface DayChartProps {
  /** Name of the figure, such as "Answers". */
  label: string
  /** Days in their order, such as 2026-11-29. */
  days: readonly string[]
  /** A figure for each day; null: nothing was measured. */
  values: readonly (number | null)[]
  format: (value: number) => string
  /** In rem. Default 12. */
  height?: number
  /** The page has the same figures in a table of its own. Default false. */
  isTableBelow?: boolean
  /** In the place of the label, such as a menu that chooses the figure. */
  children?: ReactNode
}

/** A figure by day as bars, with the same figures as a table for those who cannot use the picture. */
export function DayChart(props: DayChartProps) {
  const { label, days, values, format, height = 12, isTableBelow = false, children } = props
  const { t, direction } = useI18n()
  const { format: formats } = useSession()
  const box = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let chart: uPlot | undefined
    const draw = () => {
      chart?.destroy()
      const look = readLook(element, height)
      chart = new uPlot(
        drawOptions({
          look,
          isMirrored: direction === 'rtl',
          labelOf: (index) => (days[index] === undefined ? '' : formats.shortDay(days[index])),
          format,
          onPoint: setPointed,
        }),
        [days.map((_, index) => index), [...values]],
        element,
      )
    }
    // The figures are on the screen first.
    const cancel = afterPaint(draw)
    // Sizes of texts and colours are the page's: both change with the device's settings.
    const resized = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0)
      if (chart && width > 0 && width !== chart.width)
        chart.setSize({ width, height: chart.height })
    })
    const recoloured = new MutationObserver(draw)
    resized.observe(element)
    recoloured.observe(document.documentElement, { attributeFilter: ['data-scheme', 'style'] })
    return () => {
      cancel()
      resized.disconnect()
      recoloured.disconnect()
      chart?.destroy()
    }
  }, [days, values, format, height, direction, formats])

  const shown = pointed === null ? undefined : values[pointed]
  const textOf = (value: number | null | undefined) =>
    value === null || value === undefined ? t('tile.none') : format(value)
  const rows = days.map((day, index) => {
    const value = values[index] ?? null
    return { day, value, text: textOf(value) }
  })
  return (
    <figure className="day-chart" aria-label={label}>
      <div className="day-chart-head">
        {children ?? <span className="day-chart-label">{label}</span>}
        <span className="day-chart-point" aria-hidden="true">
          {pointed !== null &&
            days[pointed] !== undefined &&
            t('chart.point', { day: formats.day(days[pointed]), value: textOf(shown) })}
        </span>
      </div>
      <div
        ref={box}
        className="day-chart-box"
        style={{ minBlockSize: `${height}rem` }}
        dir="ltr"
        aria-hidden="true"
      />
      {!isTableBelow && (
        <Fold summary={t('chart.table')} className="day-chart-table">
          <DataTable
            label={t('chart.tableOf', { label })}
            rows={rows}
            rowId={(row) => row.day}
            columns={COLUMNS}
          />
        </Fold>
      )}
    </figure>
  )
}

interface Row {
  readonly day: string
  readonly value: number | null
  readonly text: string
}

function Day({ row }: { row: Row }) {
  return useSession().format.day(row.day)
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'day', header: 'usage.day', isRowHeader: true, Cell: Day, sortBy: (row) => row.day },
  {
    id: 'value',
    header: 'chart.value',
    isFigure: true,
    Cell: ({ row }) => row.text,
    sortBy: (row) => row.value,
  },
]
