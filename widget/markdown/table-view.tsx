import type { Tokens } from 'marked'
import { memo, type ReactNode } from 'react'
import { Grouped } from './grouped.tsx'
import { Inline } from './inline.tsx'
import { directionOf, textOf } from './inline-text.ts'

/** A table in a box that scrolls; its finished rows are not drawn again while it grows. */
export function TableView({ token, end }: { token: Tokens.Table; end?: ReactNode }): ReactNode {
  const name = token.header.map((cell) => textOf(cell.tokens)).join(', ')
  const hasRows = token.rows.length > 0
  return (
    <div
      className="md-table-scroll"
      role="group"
      aria-label={name}
      // The keyboard scrolls what is focused.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      dir={directionOf({ tokens: token.header.flatMap((cell) => cell.tokens) })}
    >
      <table className="md-table">
        <thead>
          <Row cells={token.header} end={hasRows ? undefined : end} />
        </thead>
        {hasRows && (
          <tbody>
            <Grouped items={token.rows} end={end} draw={drawRow} />
          </tbody>
        )}
      </table>
    </div>
  )
}

function drawRow(cells: readonly Tokens.TableCell[], index: number, end: ReactNode): ReactNode {
  return <Row key={index} cells={cells} end={end} />
}

const Row = memo(function Row({
  cells,
  end,
}: {
  cells: readonly Tokens.TableCell[]
  end: ReactNode
}): ReactNode {
  // Cells after the last written one are only filled up.
  const last = Math.max(
    cells.findLastIndex((cell) => cell.text !== ''),
    0,
  )
  return (
    <tr>
      {cells.map((cell, index) => {
        const Cell = cell.header ? 'th' : 'td'
        return (
          <Cell
            key={index}
            scope={cell.header ? 'col' : undefined}
            data-align={cell.align ?? undefined}
            dir={directionOf(cell)}
          >
            <Inline tokens={cell.tokens} end={index === last ? end : undefined} />
          </Cell>
        )
      })}
    </tr>
  )
})
