import type { CodeChunks } from './code-chunks.ts'
import type { Definitions } from './definitions.ts'
import type { LineCursor } from './line-cursor.ts'
import type { Alignment, BlockNode, ItemNode, ParagraphNode, Row } from './nodes.ts'
import type { ReadMode } from './phrase-reader.ts'

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

export interface OpenFence extends Growing {
  readonly kind: 'fence'
  readonly fence: string
  readonly indent: number
  readonly language: string
  /** The fence that stands open within a document of markdown, if one does. */
  inner: string | undefined
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
  /** What ends it; `undefined`: a blank line. */
  readonly end: RegExp | undefined
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

export interface OpenParagraph extends Growing {
  readonly kind: 'paragraph'
  readonly lines: string[]
  /** The last node made of it: when half a line closes it again and again, the same node. */
  readonly made: { node?: ParagraphNode }
}

/** Closed in the line that it starts in. */
export interface OpenHeading extends Growing {
  readonly kind: 'heading'
  readonly depth: number
  readonly text: string
}

/** Closed in the line that it starts in. */
export interface OpenRule extends Growing {
  readonly kind: 'rule'
}

export interface OpenTable extends Growing {
  readonly kind: 'table'
  readonly alignments: readonly Alignment[]
  readonly head: Row
  readonly rows: Row[]
}

/** Holds blocks. */
export type OpenContainer = OpenDocument | OpenQuote | OpenNote | OpenList | OpenItem
/** Holds lines that no block starts in. */
export type OpenVerbatim = OpenFence | OpenIndented | OpenHtml | OpenMath
/** Holds lines that are read as phrases. */
export type OpenProse = OpenParagraph | OpenHeading | OpenRule | OpenTable
export type OpenBlock = OpenContainer | OpenVerbatim | OpenProse

/** How far a text has been read, line by line. */
export interface ReadingState {
  /** From the document to the innermost block. */
  readonly open: OpenBlock[]
  readonly definitions: Definitions
  /** Lines read so far. */
  line: number
}

/** A line while it is read. */
export interface Line {
  /** How far into the line. */
  readonly cursor: LineCursor
  /** Offset of the line in the text. */
  readonly start: number
  /** Of all lines of the text; the first one is 1. */
  readonly number: number
  /** `isTail`: it is half a line, of which more may come. */
  readonly mode: ReadMode
}

/** Where in a line, and inside which blocks, a new block may start. */
export interface StartPlace {
  readonly line: Line
  /** The innermost block that the line belongs to so far. */
  readonly container: OpenBlock
  /** Blocks inside the container are still open: they close if a block starts here. */
  readonly state: ReadingState
}

export interface Started {
  /** The outer one first. */
  readonly blocks: readonly OpenBlock[]
  /**
   * What the rest of the line is: it may start more `blocks`, it is `text` of the last one, or there
   * is `nothing` left. `closed`: nothing, and the last one is closed with its line.
   */
  readonly rest: 'blocks' | 'text' | 'nothing' | 'closed'
}

/** `ended`: the line closes the block; `withheld`: half a line that may become its end. */
export type Continued = 'yes' | 'no' | 'ended' | 'withheld'

/** What a kind of block does from its second line to its node. */
export interface BlockKind<Block extends OpenBlock> {
  /** Whether a line goes on with the block; uses up the block's part of the line. */
  readonly goOn: (block: Block, line: Line, state: ReadingState) => Continued
  /** Takes the rest of a line, and tells whether that ends the block. Absent: it holds blocks. */
  readonly take?: (block: Block, line: Line, state: ReadingState) => boolean
  /** The node of a block that was taken from `state`; `undefined` when nothing is shown of it. */
  readonly close: (
    block: Block,
    state: ReadingState,
    mode: ReadMode,
  ) => BlockNode | ItemNode | undefined
  /** A copy that grows by itself; finished children are shared. */
  readonly fork: (block: Block) => Block
}

/** What each kind among `Block` does. */
export type BlockKinds<Block extends OpenBlock> = {
  readonly [Kind in Block['kind']]: BlockKind<Extract<Block, { kind: Kind }>>
}

/** The place of a block that starts at the cursor. */
export const placeAt = ({ start, number, cursor }: Line): Growing => ({
  start: start + cursor.nonspace,
  firstLine: number,
  lastLine: number,
})

/** The place of a node. */
export const placeOf = ({ start, firstLine, lastLine }: Growing): Growing => ({
  start,
  firstLine,
  lastLine,
})
