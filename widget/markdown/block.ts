import type { MarkedToken } from 'marked'

interface BlockPlace {
  /** Stays the same while the block grows and when the answer ends. */
  readonly key: string
  /** The block's part of the answer, line ends normalised. */
  readonly source: string
}

/** Anything but fenced code, as the lexer's token. */
export interface TokenBlock extends BlockPlace {
  readonly kind: 'token'
  readonly token: MarkedToken
  /** Its end may be mended: it has to be lexed again when the answer ends. */
  readonly isTail: boolean
}

/** Code, cut into pieces that keep their identity while the code grows. */
export interface CodeBlock extends BlockPlace {
  readonly kind: 'code'
  /** First word after the fence; empty when there is none. */
  readonly language: string
  readonly chunks: readonly string[]
}

/** What is too large, too deep or too slow to read as markdown. */
export interface PlainBlock extends BlockPlace {
  readonly kind: 'plain'
  readonly chunks: readonly string[]
}

/** One top-level piece of an answer. An equal object means equal output. */
export type Block = TokenBlock | CodeBlock | PlainBlock
