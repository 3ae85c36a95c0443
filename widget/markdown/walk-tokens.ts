import type { MarkedToken, Token } from 'marked'

/**
 * The tokens of a standard lexer. Its own union has a member for extensions, typed `any`; this
 * room uses none.
 */
export const standardTokens = (tokens: readonly Token[] = []): readonly MarkedToken[] =>
  tokens as readonly MarkedToken[]

/** All lists of inline tokens in a block token, in the order of the text. */
export function inlineLists(token: MarkedToken): Token[][] {
  const lists: Token[][] = []
  collect(token, lists)
  return lists
}

function collect(token: MarkedToken, lists: Token[][]): void {
  switch (token.type) {
    case 'paragraph':
    case 'heading':
    case 'text':
      if (token.tokens !== undefined) lists.push(token.tokens)
      return
    case 'blockquote':
    case 'list_item':
      for (const child of standardTokens(token.tokens)) collect(child, lists)
      return
    case 'list':
      for (const item of token.items) collect(item, lists)
      return
    case 'table':
      for (const cells of [token.header, ...token.rows]) {
        for (const cell of cells) lists.push(cell.tokens)
      }
      return
    default:
      return
  }
}

/** The inline tokens that the very end of a block token belongs to, where text may still come. */
export function lastInlineList(token: MarkedToken): Token[] | undefined {
  switch (token.type) {
    case 'paragraph':
    case 'heading':
    case 'text':
      return token.tokens
    case 'blockquote':
    case 'list_item':
      return lastOf(token.tokens)
    case 'list':
      return token.items.length === 0 ? undefined : lastOf(token.items)
    case 'table':
      return (token.rows.at(-1) ?? token.header).findLast((cell) => cell.text !== '')?.tokens
    default:
      return undefined
  }
}

function lastOf(tokens: readonly Token[]): Token[] | undefined {
  const last = standardTokens(tokens).findLast((token) => token.type !== 'space')
  return last === undefined ? undefined : lastInlineList(last)
}
