import type { CodeChunks } from './code-chunks.ts'
import type { Definitions } from './definitions.ts'
import type { LineCursor } from './line-cursor.ts'
import type { Alignment, BlockNode, ItemNode, ParagraphNode, Row } from './nodes.ts'
import type { ReadMode } from './phrase-reader.ts'

/** A block that still grows, line by line. */
interface Growing {
  readonly start: number
  readonly firstLine: number
  /** The last line with text of it. */
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
  /** Marker of every item: `-`, `*`, `+`, `.` or `)`. */
  readonly marker: string
  readonly firstNumber: number
  isLoose: boolean
  readonly items: ItemNode[]
}

export interface OpenItem extends Growing {
  readonly kind: 'item'
  /** Indentation of its further lines, in columns. */
  readonly indent: number
  isDone: boolean | undefined
  readonly children: BlockNode[]
}

export interface OpenFence extends Growing {
  readonly kind: 'fence'
  readonly fence: string
  readonly indent: number
  readonly language: string
  /** The open fence within a document of markdown, if there is one. */
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
  /** Pattern of its end; `undefined`: a blank line. */
  readonly end: RegExp | undefined
  readonly lines: string[]
}

export interface OpenMath extends Growing {
  readonly kind: 'math'
  /** The first line; `hasText` if it contains a part of the formula. */
  readonly source: string
  readonly hasText: boolean
  readonly close: string
  /** Its closing marker has arrived. */
  isClosed: boolean
  readonly lines: string[]
}

export interface OpenParagraph extends Growing {
  readonly kind: 'paragraph'
  readonly lines: string[]
  /** Its last node, reused when half a line closes it repeatedly. */
  readonly made: { node?: ParagraphNode }
}

/** Closed in its first line. */
export interface OpenHeading extends Growing {
  readonly kind: 'heading'
  readonly depth: number
  readonly text: string
}

/** Closed in its first line. */
export interface OpenRule extends Growing {
  readonly kind: 'rule'
}

export interface OpenTable extends Growing {
  readonly kind: 'table'
  readonly alignments: readonly Alignment[]
  readonly head: Row
  readonly rows: Row[]
}

/** A block that contains blocks. */
export type OpenContainer = OpenDocument | OpenQuote | OpenNote | OpenList | OpenItem
/** A block of lines in which no block starts. */
export type OpenVerbatim = OpenFence | OpenIndented | OpenHtml | OpenMath
/** A block of lines that are read as phrases. */
export type OpenProse = OpenParagraph | OpenHeading | OpenRule | OpenTable
export type OpenBlock = OpenContainer | OpenVerbatim | OpenProse

/** Progress of reading a text line by line. */
export interface ReadingState {
  /** From the document to the innermost block. */
  readonly open: OpenBlock[]
  readonly definitions: Definitions
  /** Number of lines read. */
  line: number
}

/** A line while it is read. */
export interface Line {
  /** Position in the line. */
  readonly cursor: LineCursor
  /** Offset of the line in the text. */
  readonly start: number
  /** Number among all lines of the text, from 1. */
  readonly number: number
  /** `isTail`: half a line, which may continue. */
  readonly mode: ReadMode
}

/** A place where a new block may start: its line and the blocks around it. */
export interface StartPlace {
  readonly line: Line
  /** The innermost block to which the line belongs so far. */
  readonly container: OpenBlock
  /** Blocks inside the container are still open: they close if a block starts here. */
  readonly state: ReadingState
}

export interface Started {
  /** From the outer block to the inner one. */
  readonly blocks: readonly OpenBlock[]
  /**
   * Kind of the rest of the line: it may start more `blocks`, is `text` of the last block, or there is `nothing`
   * left. `closed`: nothing is left, and the last block ends with its line.
   */
  readonly rest: 'blocks' | 'text' | 'nothing' | 'closed'
}

/** `ended`: the line closes the block; `withheld`: half a line that may become its end. */
export type Continued = 'yes' | 'no' | 'ended' | 'withheld'

/** Behaviour of a kind of block from its second line to its node. */
export interface BlockKind<Block extends OpenBlock> {
  /** Checks if a line continues the block; consumes the block's part of the line. */
  readonly continues: (block: Block, line: Line, state: ReadingState) => Continued
  /** Takes the rest of a line; returns true if that ends the block. Absent for blocks that contain blocks. */
  readonly take?: (block: Block, line: Line, state: ReadingState) => boolean
  /** Returns the node of a block that was removed from `state`; `undefined` if it shows nothing. */
  readonly close: (
    block: Block,
    state: ReadingState,
    mode: ReadMode,
  ) => BlockNode | ItemNode | undefined
  /** Returns a copy that grows independently; finished children are shared. */
  readonly fork: (block: Block) => Block
}

/** Behaviour of each kind in `Block`. */
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
