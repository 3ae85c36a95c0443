import { collectText } from './inline-text.ts'
import type { BlockNode, ItemNode } from './nodes.ts'
import { readDirection, type TextDirection } from './text-direction.ts'

/** The direction of several blocks together; code and addresses are always left to right and do not count. */
export const directionOfBlocks = (
  blocks: readonly (BlockNode | ItemNode)[],
): TextDirection | undefined => readDirection(proseOf(blocks))

function proseOf(blocks: readonly (BlockNode | ItemNode)[]): string {
  let text = ''
  for (const block of blocks) {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        text += collectText(block.phrase.inlines, { isProse: true })
        break
      case 'quote':
      case 'item':
      case 'note':
        text += proseOf(block.children)
        break
      case 'list':
        text += proseOf(block.items)
        break
      case 'table':
        for (const { inlines } of block.head) text += collectText(inlines, { isProse: true })
        break
      case 'code':
      case 'math':
      case 'html':
      case 'rule':
      case 'plain':
        break
      default:
        return block satisfies never
    }
  }
  return text
}
