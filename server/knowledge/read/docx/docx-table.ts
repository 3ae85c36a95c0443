import { collapse } from '../clean-text.ts'
import type { Cell, Row } from '../grid.ts'
import { childOf, elementsIn, isOn, valueOf, type XmlElement } from './xml.ts'

interface OpenCell {
  text: string
  isHead: boolean
  colSpan: number
  rowSpan: number
}

const FIRST_ROW = 0x20
const FIRST_COLUMN = 0x80
const WRAPPERS = new Set(['w:sdt', 'w:sdtContent', 'w:ins', 'w:customXml'])

/**
 * Rows of a table of Word.
 *
 * @param readLines text of a paragraph.
 */
export function readDocxTable(
  table: XmlElement,
  readLines: (paragraph: XmlElement) => readonly string[],
): readonly Row[] {
  const look = readLook(table)
  const above: (OpenCell | undefined)[] = []
  const rows: { cells: Cell[]; isHead: boolean; group: number }[] = []
  for (const line of unwrap(table, 'w:tr')) {
    const properties = childOf(line, 'w:trPr')
    if (isOn(properties, 'w:hidden') || childOf(properties, 'w:del')) continue
    const isHead = isOn(properties, 'w:tblHeader') ?? false
    const cells: Cell[] = []
    let column = Number(valueOf(properties, 'w:gridBefore') ?? '0')
    for (const cell of unwrap(line, 'w:tc')) {
      const own = childOf(cell, 'w:tcPr')
      const colSpan = Math.max(1, Number(valueOf(own, 'w:gridSpan') ?? '1') || 1)
      const merge = childOf(own, 'w:vMerge')
      const isGoingOn = merge !== undefined && merge.attributes['w:val'] !== 'restart'
      const over = above[column]
      if (isGoingOn && over) over.rowSpan += 1
      else {
        const isFirst = (look.firstRow && rows.length === 0) || (look.firstColumn && column === 0)
        const text = readCellText(cell, readLines)
        const open = { text, isHead: isHead || isFirst, colSpan, rowSpan: 1 }
        above[column] = open
        cells.push(open)
      }
      column += colSpan
    }
    rows.push({ cells, isHead, group: 0 })
  }
  return rows
}

function readLook(table: XmlElement): {
  readonly firstRow: boolean
  readonly firstColumn: boolean
} {
  const look = childOf(childOf(table, 'w:tblPr'), 'w:tblLook')
  const bits = Number.parseInt(look?.attributes['w:val'] ?? '0', 16) || 0
  const read = (name: string, bit: number) => {
    const value = look?.attributes[name]
    return value === undefined ? (bits & bit) !== 0 : /^(?:1|true|on)$/u.test(value)
  }
  return {
    firstRow: read('w:firstRow', FIRST_ROW),
    firstColumn: read('w:firstColumn', FIRST_COLUMN),
  }
}

/** Adds to `found`: a list for each of many wrappers would be copied as often. */
function unwrap(element: XmlElement, name: string, found: XmlElement[] = []) {
  for (const child of elementsIn(element)) {
    if (child.name === name) found.push(child)
    else if (WRAPPERS.has(child.name)) unwrap(child, name, found)
  }
  return found
}

/** Lines of all paragraphs of a cell, also of tables in it, with tabs between. */
function readCellText(
  cell: XmlElement,
  readLines: (paragraph: XmlElement) => readonly string[],
): string {
  const read = (element: XmlElement): readonly string[] =>
    elementsIn(element).flatMap((child) => (child.name === 'w:p' ? readLines(child) : read(child)))
  return read(cell)
    .map(collapse)
    .filter((line) => line !== '')
    .join('\t')
}
