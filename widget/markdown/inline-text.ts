import type { Inline } from './nodes.ts'
import { readDirection, type TextDirection } from './text-direction.ts'

/** The plain text of inlines, for names and comparisons. */
export const textOf = (inlines: readonly Inline[]): string =>
  collectText(inlines, { hasCode: true })

/** The direction of a text; code and formulas are always left to right and do not count. */
export const directionOf = (inlines: readonly Inline[]): TextDirection | undefined =>
  readDirection(collectText(inlines, { hasCode: false }))

export function collectText(inlines: readonly Inline[], options: { hasCode: boolean }): string {
  let text = ''
  for (const inline of inlines) {
    switch (inline.type) {
      case 'text':
        text += inline.text
        break
      case 'code':
      case 'math':
        if (options.hasCode) text += inline.text
        break
      case 'break':
        text += '\n'
        break
      case 'image':
        text += inline.description
        break
      case 'strong':
      case 'em':
      case 'del':
      case 'link':
        text += collectText(inline.children, options)
        break
      case 'html':
      case 'note':
        break
      default:
        return inline satisfies never
    }
  }
  return text
}
