import { createContext } from 'react'
import type { BlockNode, HeadingNode } from './nodes.ts'

/** An answer stands under the page's h1 and the message's h2. */
const FIRST_LEVEL = 3
const LAST_LEVEL = 6

interface OpenHeading {
  /** In the text. */
  readonly depth: number
  /** In the outline. */
  readonly level: number
}

export interface HeadingLevels {
  /** Takes in the headings of an answer as far as it goes. */
  update(blocks: readonly BlockNode[]): void
  levelOf(heading: HeadingNode): number
}

/**
 * Which level each heading of an answer gets in the page's outline. Models begin with any depth and
 * skip some; the outline begins at h3, goes down one level at a time, and keeps equals equal. What
 * comes later never changes the level of what came before, so nothing is drawn again.
 */
export function createHeadingLevels(): HeadingLevels {
  const levels = new WeakMap<HeadingNode, number>()
  let known: readonly BlockNode[] = []
  /** The headings that are open before each known block, from the outermost one. */
  const openBefore: (readonly OpenHeading[])[] = [[]]

  return {
    update(blocks) {
      let index = 0
      while (index < known.length && known[index] === blocks[index]) index += 1
      for (; index < blocks.length; index += 1) {
        let open = openBefore[index] ?? []
        for (const heading of collect(blocks.slice(index, index + 1))) {
          const outer = open.filter(({ depth }) => depth < heading.depth)
          const level = Math.min((outer.at(-1)?.level ?? FIRST_LEVEL - 1) + 1, LAST_LEVEL)
          open = [...outer, { depth: heading.depth, level }]
          levels.set(heading, level)
        }
        openBefore[index + 1] = open
      }
      known = blocks
    },
    levelOf: (heading) => levels.get(heading) ?? LAST_LEVEL,
  }
}

function collect(nodes: readonly BlockNode[]): HeadingNode[] {
  return nodes.flatMap((node) => {
    switch (node.type) {
      case 'heading':
        return [node]
      case 'quote':
        return collect(node.children)
      case 'list':
        return node.items.flatMap((item) => collect(item.children))
      default:
        return []
    }
  })
}

export const HeadingLevelsContext = createContext<HeadingLevels>(createHeadingLevels())
