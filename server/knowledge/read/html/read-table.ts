import { collapse } from '../clean-text.ts'
import type { Cell, Row } from '../grid.ts'
import {
  attributeOf,
  childrenOf,
  elementsOf,
  headingLevel,
  isBlock,
  isElement,
  isSilent,
  isText,
  listElements,
} from './dom.ts'
import type { Element } from './parse-html.ts'

export interface PageTable {
  readonly caption: string
  readonly rows: readonly Row[]
}

const PARTS = new Set(['thead', 'tbody', 'tfoot'])
const OWN_BLOCKS = new Set(['table', 'pre', 'form'])
/** Paragraphs and lists of one cell from which on the table only lays out the page. */
const BLOCKS_MAX = 12

/** The rows of a table of data; undefined for a table that only lays out its page. */
export function readTable(table: Element): PageTable | undefined {
  const role = attributeOf(table, 'role')
  if (role === 'presentation' || role === 'none') return undefined
  const lines = listLines(table)
  const cells = lines.flatMap(({ line }) => elementsOf(line).filter(isCell))
  const isData = cells.some(({ tagName }) => tagName === 'th') || captionOf(table) !== ''
  if (cells.length < 2 || cells.some((cell) => isLayout(cell, isData))) return undefined
  if (!isData && Math.max(...lines.map(({ line }) => elementsOf(line).length)) < 2) return undefined
  const rows = lines.map(({ line, isHead, group }, index) => ({
    isHead,
    group,
    cells: elementsOf(line)
      .filter(isCell)
      .map((cell) => readCell(cell, index === 0)),
  }))
  return { caption: captionOf(table), rows: rows.filter((row) => row.cells.length > 0) }
}

const isCell = ({ tagName }: Element): boolean => tagName === 'td' || tagName === 'th'

function listLines(table: Element) {
  let group = 0
  return elementsOf(table).flatMap((part) => {
    if (!PARTS.has(part.tagName)) return []
    group += 1
    const isHead = part.tagName === 'thead'
    return elementsOf(part)
      .filter(({ tagName }) => tagName === 'tr')
      .map((line) => ({ line, isHead, group }))
  })
}

function captionOf(table: Element): string {
  const caption = elementsOf(table).find(({ tagName }) => tagName === 'caption')
  return caption ? collapse(cellText(caption)) : ''
}

/** True for a cell that holds a part of the page. */
function isLayout(cell: Element, isData: boolean): boolean {
  const inside = listElements(cell).slice(1)
  if (inside.some((element) => OWN_BLOCKS.has(element.tagName))) return true
  if (isData) return false
  const blocks = inside.filter(({ tagName }) => tagName === 'p' || tagName === 'li')
  return blocks.length > BLOCKS_MAX || inside.some((element) => headingLevel(element) !== undefined)
}

function readCell(cell: Element, isFirstRow: boolean): Cell {
  const [only, ...others] = elementsOf(cell)
  const isBold = only !== undefined && /^(?:b|strong)$/u.test(only.tagName)
  const text = cellText(cell)
  const isAllBold = isBold && others.length === 0 && cellText(only) === text
  return {
    text,
    isHead: cell.tagName === 'th' || (isFirstRow && isAllBold),
    colSpan: spanOf(cell, 'colspan'),
    rowSpan: spanOf(cell, 'rowspan'),
  }
}

function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(attributeOf(cell, name) ?? '1', 10)
  return Number.isNaN(span) || span < 0 ? 1 : span
}

/** Text of a cell: tabs stand between its lines, paragraphs and items, over which no link reaches. */
function cellText(cell: Element): string {
  let text = ''
  const walk = (element: Element) => {
    for (const child of childrenOf(element)) {
      if (isText(child)) text += child.value.replace(/\s+/gu, ' ')
      else if (isElement(child) && !isSilent(child)) {
        const edge = isBlock(child) ? '\t' : ''
        text += edge
        walk(child)
        text += edge
      }
    }
  }
  walk(cell)
  return text
    .split('\t')
    .map(collapse)
    .filter((part) => part !== '')
    .join('\t')
}
