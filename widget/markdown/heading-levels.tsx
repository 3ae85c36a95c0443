import { createContext } from 'react'
import type { BlockNode, HeadingNode } from './nodes.ts'

/** An answer is under the page's h1 and the message's h2. */
const FIRST_LEVEL = 3
const LAST_LEVEL = 6

interface OpenHeading {
  /** Depth in the text. */
  readonly depth: number
  /** Level in the outline. */
  readonly level: number
}

export interface HeadingLevels {
  /** Adds the headings of a growing answer. */
  update(blocks: readonly BlockNode[]): void
  levelOf(heading: HeadingNode): number
}

/**
 * Assigns each heading of an answer its level in the page's outline. Models begin with any depth and skip some; the
 * outline begins at h3, goes down one level at a time, and keeps equal depths equal. Later headings never change
 * the level of earlier ones, so nothing is rendered again.
 */
export function createHeadingLevels(): HeadingLevels {
  const levels = new WeakMap<HeadingNode, number>()
  let known: readonly BlockNode[] = []
  /** The open headings before each known block, from the outermost one. */
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
