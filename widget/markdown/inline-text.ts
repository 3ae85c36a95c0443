import type { Token } from 'marked'
import { decodeEntities } from './decode-entities.ts'
import { readDirection, type TextDirection } from './text-direction.ts'
import { standardTokens } from './walk-tokens.ts'

/** The plain text of tokens, for names and comparisons. */
export const textOf = (tokens: readonly Token[] | undefined): string =>
  collectText(tokens, { hasCode: true })

/** The direction of a block's text; code is always left to right and does not count. */
export const directionOf = (token: {
  tokens?: readonly Token[] | undefined
}): TextDirection | undefined => readDirection(collectText(token.tokens, { hasCode: false }))

function collectText(tokens: readonly Token[] | undefined, options: { hasCode: boolean }): string {
  let text = ''
  for (const token of standardTokens(tokens)) {
    switch (token.type) {
      case 'code':
      case 'codespan':
        if (options.hasCode) text += token.text
        break
      case 'escape':
        text += token.text
        break
      case 'br':
      case 'space':
        text += '\n'
        break
      case 'html':
      case 'def':
      case 'checkbox':
      case 'hr':
        break
      case 'list':
        text += collectText(token.items, options)
        break
      case 'table':
        for (const cell of token.header) text += collectText(cell.tokens, options)
        break
      case 'text':
        text += token.tokens ? collectText(token.tokens, options) : decodeEntities(token.raw)
        break
      default:
        text += collectText(token.tokens, options)
    }
  }
  return text
}
