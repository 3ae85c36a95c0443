import { getDefaults, Lexer, type MarkedToken, type Token } from 'marked'
import { isTooCostly } from './guard-source.ts'
import { InlineTokenizer } from './inline-tokenizer.ts'
import { INLINE_BUDGET_MS, MAX_INLINE_CHARS } from './limits.ts'
import { addPendingReferences, type LinkReferences } from './link-references.ts'
import { mendInline } from './mend-inline.ts'
import { inlineLists, lastInlineList, standardTokens } from './walk-tokens.ts'

/** A block whose inline text is not lexed yet. */
export interface LexedPiece {
  /** Offset in the text that was lexed. */
  readonly start: number
  readonly source: string
  readonly token: MarkedToken
  /** Lexes the inline text, once. Throws what the lexer throws (a stack overflow, for example). */
  fill(mode: InlineMode): void
}

export interface InlineMode {
  /** The text may go on: close what is open at its end. */
  readonly isTail: boolean
  /** The answer may go on: definitions of links may still come. */
  readonly isGrowing: boolean
  /** Shared by all blocks of one pass. */
  readonly budget: InlineBudget
}

export interface InlineBudget {
  /** Whether there is time left for more inline text. */
  hasTime(): boolean
}

export function createInlineBudget(now: () => number): InlineBudget {
  const end = now() + INLINE_BUDGET_MS
  return { hasTime: () => now() < end }
}

export interface LexedText {
  readonly pieces: readonly LexedPiece[]
  /** The given references and those that this text defines. */
  readonly links: LinkReferences
}

/**
 * Splits text into blocks (blank lines are pieces too) without lexing their inline text yet.
 * `undefined` when the text would overflow the lexer's stack or cost it too much time.
 */
export function lexPieces(source: string, links: LinkReferences): LexedText | undefined {
  if (isTooCostly(source)) return undefined
  const lexer = new Lexer({ ...getDefaults(), gfm: true, tokenizer: new InlineTokenizer() })
  Object.assign(lexer.tokens.links, links)
  try {
    lexer.blockTokens(source, lexer.tokens)
  } catch {
    return undefined
  }
  const inlineSources = new Map(lexer.inlineQueue.map(({ src, tokens }) => [tokens, src]))
  let start = 0
  const pieces = standardTokens(lexer.tokens).map((token) => {
    const piece: LexedPiece = {
      start,
      source: source.slice(start, start + token.raw.length),
      token,
      fill: (mode) => fillInlines(lexer, token, inlineSources, mode),
    }
    start += token.raw.length
    return piece
  })
  return { pieces, links: lexer.tokens.links }
}

function fillInlines(
  lexer: Lexer,
  token: MarkedToken,
  sources: Map<Token[], string>,
  mode: InlineMode,
): void {
  const tail = mode.isTail ? lastInlineList(token) : undefined
  for (const tokens of inlineLists(token)) {
    const source = sources.get(tokens)
    if (source === undefined || source === '') continue
    sources.delete(tokens)
    if (source.length > MAX_INLINE_CHARS || !mode.budget.hasTime()) {
      tokens.push({ type: 'escape', raw: source, text: source })
      continue
    }
    if (mode.isGrowing) addPendingReferences(lexer.tokens.links, source)
    lexer.state.inRawBlock = false
    lexer.inlineTokens(tokens === tail ? mendInline(source) : source, tokens)
  }
}
