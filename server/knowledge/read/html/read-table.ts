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
import { InlineText } from './inline-text.ts'
import type { Element } from './parse-html.ts'

export interface PageTable {
  readonly caption: string
  readonly rows: readonly Row[]
}

const PARTS = new Set(['thead', 'tbody', 'tfoot'])
const OWN_BLOCKS = new Set(['table', 'pre', 'form'])
/** Paragraphs and lists of one cell from which on the table only lays out the page. */
const BLOCKS_MAX = 12

/** Letters of a cell from which on a table that its maker calls a layout is one. */
const LAYOUT_LETTERS = 200

/** The rows of a table of data; undefined for a table that only lays out its page. */
export function readTable(table: Element): PageTable | undefined {
  const lines = listLines(table)
  const cells = lines.flatMap(({ line }) => elementsOf(line).filter(isCell))
  const isData = cells.some(({ tagName }) => tagName === 'th') || captionOf(table) !== ''
  if (cells.length < 2 || cells.some((cell) => isLayout(cell, isData))) return undefined
  if (!isData && lines.every(({ line }) => elementsOf(line).length < 2)) return undefined
  const rows = lines.map(({ line, isHead, group }, index) => ({
    isHead,
    group,
    cells: elementsOf(line)
      .filter(isCell)
      .map((cell) => readCell(cell, index === 0)),
  }))
  // Help centres call tables of their authors a layout too.
  const isCalledLayout = /^(?:presentation|none)$/u.test(attributeOf(table, 'role') ?? '')
  const isLong = (row: Row) => row.cells.some(({ text }) => text.length > LAYOUT_LETTERS)
  if (isCalledLayout && (rows.length < 2 || rows.some(isLong))) return undefined
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
  return caption ? cellText(caption).text.replaceAll('\t', ' ') : ''
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
  const { text, full } = cellText(cell)
  const isAllBold = isBold && others.length === 0 && cellText(only).text === text
  return {
    text,
    full,
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
function cellText(cell: Element): { readonly text: string; readonly full: string } {
  const parts: { readonly text: string; readonly full: string }[] = []
  const inline = new InlineText()
  const end = () => {
    const part = inline.take()
    if (part.text !== '') parts.push(part)
  }
  const walk = (element: Element) => {
    for (const child of childrenOf(element)) {
      if (isText(child)) inline.append(child.value)
      else if (isElement(child) && !isSilent(child)) {
        if (isBlock(child)) end()
        inline.within(child, () => walk(child))
        if (isBlock(child)) end()
      }
    }
  }
  walk(cell)
  end()
  return {
    text: parts.map(({ text }) => text).join('\t'),
    full: parts.map(({ full }) => full).join('\t'),
  }
}
