import type { CodeChunks } from './code-chunks.ts'
import { type Definitions, forkDefinitions } from './definitions.ts'
import type { Alignment, BlockNode, ItemNode, ParagraphNode, Row } from './nodes.ts'

/** A block that still grows, line by line. */
interface Growing {
  readonly start: number
  readonly firstLine: number
  /** The last line that has text of it. */
  lastLine: number
}

export interface OpenDocument extends Growing {
  readonly kind: 'document'
  readonly children: BlockNode[]
}

export interface OpenQuote extends Growing {
  readonly kind: 'quote'
  readonly children: BlockNode[]
}

export interface OpenNote extends Growing {
  readonly kind: 'note'
  readonly label: string
  readonly children: BlockNode[]
}

export interface OpenList extends Growing {
  readonly kind: 'list'
  /** Of every item: `-`, `*`, `+`, `.` or `)`. */
  readonly marker: string
  readonly firstNumber: number
  isLoose: boolean
  readonly items: ItemNode[]
}

export interface OpenItem extends Growing {
  readonly kind: 'item'
  /** Columns that its further lines are indented by. */
  readonly indent: number
  isDone: boolean | undefined
  readonly children: BlockNode[]
}

export interface OpenParagraph extends Growing {
  readonly kind: 'paragraph'
  readonly lines: string[]
  /** The last node made of it: when half a line closes it again and again, the same node. */
  readonly made: { node?: ParagraphNode }
}

export interface OpenFence extends Growing {
  readonly kind: 'fence'
  readonly fence: string
  readonly indent: number
  readonly language: string
  code: CodeChunks
}

export interface OpenIndented extends Growing {
  readonly kind: 'indented'
  code: CodeChunks
  /** Blank lines that belong to it only if more code follows. */
  readonly blank: string[]
}

export interface OpenHtml extends Growing {
  readonly kind: 'html'
  readonly rule: number
  readonly lines: string[]
}

export interface OpenMath extends Growing {
  readonly kind: 'math'
  /** The first line; `hasText` when some of the formula stands in it. */
  readonly source: string
  readonly hasText: boolean
  readonly close: string
  /** Its closing marker has come. */
  isClosed: boolean
  readonly lines: string[]
}

export interface OpenTable extends Growing {
  readonly kind: 'table'
  readonly alignments: readonly Alignment[]
  readonly head: Row
  readonly rows: Row[]
}

export type OpenContainer = OpenDocument | OpenQuote | OpenNote | OpenList | OpenItem
export type OpenLeaf = OpenParagraph | OpenFence | OpenIndented | OpenHtml | OpenMath | OpenTable
export type OpenBlock = OpenContainer | OpenLeaf

/** How far a text has been read, line by line. */
export interface ReadingState {
  /** From the document to the innermost block. */
  readonly open: OpenBlock[]
  readonly definitions: Definitions
  /** Lines read so far. */
  line: number
}

/** A copy to try half a line on; finished children are shared. */
export function forkState(state: ReadingState): ReadingState {
  return {
    open: state.open.map(forkBlock),
    definitions: forkDefinitions(state.definitions),
    line: state.line,
  }
}

function forkBlock(block: OpenBlock): OpenBlock {
  switch (block.kind) {
    case 'document':
    case 'quote':
    case 'note':
    case 'item':
      return { ...block, children: block.children.slice() }
    case 'list':
      return { ...block, items: block.items.slice() }
    case 'paragraph':
    case 'html':
    case 'math':
      return { ...block, lines: block.lines.slice() }
    case 'indented':
      return { ...block, blank: block.blank.slice() }
    case 'table':
      return { ...block, rows: block.rows.slice() }
    case 'fence':
      return { ...block }
    default:
      return block satisfies never
  }
}
