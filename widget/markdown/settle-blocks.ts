import type { Definitions } from './definitions.ts'
import type { BlockNode, ItemNode, Phrase, Row } from './nodes.ts'
import { type ReadMode, readPhrase } from './read-phrase.ts'

const FINISHED: ReadMode = { isTail: false, isGrowing: false }

/**
 * Reads the phrases again that the end of the answer decides: those whose labels were defined after
 * them, or never. All other nodes are the same objects as before.
 */
export function settleBlocks(
  blocks: readonly BlockNode[],
  definitions: Definitions,
): readonly BlockNode[] {
  return mapSame(blocks, (block) => settleBlock(block, definitions))
}

function settleBlock(block: BlockNode, definitions: Definitions): BlockNode {
  switch (block.type) {
    case 'paragraph':
    case 'heading': {
      const phrase = settlePhrase(block.phrase, definitions)
      return phrase === block.phrase ? block : { ...block, phrase }
    }
    case 'quote':
    case 'note': {
      const children = settleBlocks(block.children, definitions)
      return children === block.children ? block : { ...block, children }
    }
    case 'list': {
      const items = mapSame(block.items, (item) => settleItem(item, definitions))
      return items === block.items ? block : { ...block, items }
    }
    case 'table': {
      const settleRow = (row: Row): Row =>
        mapSame(row, (phrase) => settlePhrase(phrase, definitions))
      const head = settleRow(block.head)
      const rows = mapSame(block.rows, settleRow)
      return head === block.head && rows === block.rows ? block : { ...block, head, rows }
    }
    case 'code':
    case 'math':
    case 'html':
    case 'rule':
    case 'plain':
      return block
    default:
      return block satisfies never
  }
}

function settleItem(item: ItemNode, definitions: Definitions): ItemNode {
  const children = settleBlocks(item.children, definitions)
  return children === item.children ? item : { ...item, children }
}

function settlePhrase(phrase: Phrase, definitions: Definitions): Phrase {
  const isOpen = phrase.isProvisional || phrase.misses.some((label) => label in definitions.links)
  return isOpen ? readPhrase(phrase.source, definitions, FINISHED) : phrase
}

/** The same array when every element is mapped to itself. */
function mapSame<Value>(values: readonly Value[], map: (value: Value) => Value): readonly Value[] {
  let mapped: Value[] | undefined
  values.forEach((value, index) => {
    const next = map(value)
    if (next === value) return
    mapped ??= values.slice()
    mapped[index] = next
  })
  return mapped ?? values
}
