/** Inline text of a paragraph, heading or cell, with the source that it was read from. */
export interface Phrase {
  readonly inlines: readonly Inline[]
  readonly source: string
  /** Labels without a definition yet: a later definition changes the meaning of the brackets. */
  readonly misses: readonly string[]
  /** References to footnotes, in order. */
  readonly notes: readonly NoteSpan[]
  /** Read while more text could follow, so that the end of the answer may change it. */
  readonly isProvisional: boolean
}

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'strong' | 'em' | 'del'; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  | MathSpan
  | { readonly type: 'break' }
  | LinkSpan
  | { readonly type: 'image'; readonly address: string; readonly description: string }
  /** A tag or comment, shown as written. */
  | { readonly type: 'html'; readonly text: string }
  | NoteSpan

/** A reference to a footnote. */
export interface NoteSpan {
  readonly type: 'note'
  readonly label: string
}

export interface LinkSpan {
  readonly type: 'link'
  /** Empty while its definition may still arrive. */
  readonly address: string
  /** The text equals the address. */
  readonly isBare: boolean
  readonly children: readonly Inline[]
}

export interface MathSpan {
  readonly type: 'math'
  readonly text: string
  /** With its delimiters. */
  readonly raw: string
  readonly isDisplay: boolean
  /** True while its end has not arrived. */
  readonly isOpen: boolean
}

interface Place {
  /** Offset of its first character, which stays the same while the block grows. */
  readonly start: number
  readonly firstLine: number
  /** The last line with text of it. */
  readonly lastLine: number
}

export interface ParagraphNode extends Place {
  readonly type: 'paragraph'
  readonly phrase: Phrase
}

export interface HeadingNode extends Place {
  readonly type: 'heading'
  readonly depth: number
  readonly phrase: Phrase
}

export interface QuoteNode extends Place {
  readonly type: 'quote'
  readonly children: readonly BlockNode[]
}

export interface ListNode extends Place {
  readonly type: 'list'
  readonly isOrdered: boolean
  readonly firstNumber: number
  /** Items are paragraphs, with space between them. */
  readonly isLoose: boolean
  readonly items: readonly ItemNode[]
}

export interface ItemNode extends Place {
  readonly type: 'item'
  /** For a task: whether it is done. */
  readonly isDone: boolean | undefined
  readonly children: readonly BlockNode[]
}

export interface CodeNode extends Place {
  readonly type: 'code'
  /** First word after the fence; empty without one. */
  readonly language: string
  /** Pieces of whole lines that keep their identity while the code grows. */
  readonly chunks: readonly string[]
  /** True while its end has not arrived. */
  readonly isOpen: boolean
}

export interface MathNode extends Place {
  readonly type: 'math'
  readonly text: string
  readonly isOpen: boolean
}

export type Alignment = 'left' | 'center' | 'right' | undefined
export type Row = readonly Phrase[]

export interface TableNode extends Place {
  readonly type: 'table'
  readonly alignments: readonly Alignment[]
  readonly head: Row
  readonly rows: readonly Row[]
}

export interface HtmlNode extends Place {
  readonly type: 'html'
  readonly text: string
}

export interface RuleNode extends Place {
  readonly type: 'rule'
}

/** The text of a footnote, drawn at the end of the answer. */
export interface NoteNode extends Place {
  readonly type: 'note'
  readonly label: string
  readonly children: readonly BlockNode[]
}

/** Text that is not read as markdown. */
export interface PlainNode extends Place {
  readonly type: 'plain'
  readonly chunks: readonly string[]
}

/** A block of an answer. An equal object means equal output. */
export type BlockNode =
  | ParagraphNode
  | HeadingNode
  | QuoteNode
  | ListNode
  | CodeNode
  | MathNode
  | TableNode
  | HtmlNode
  | RuleNode
  | NoteNode
  | PlainNode
