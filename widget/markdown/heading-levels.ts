import { createContext } from 'react'
import type { MarkedToken, Token, Tokens } from 'marked'
import type { Block } from './block.ts'

/** An answer stands under the page's h1 and the message's h2. */
const FIRST_LEVEL = 3
const LAST_LEVEL = 6

export interface HeadingLevels {
  /** Takes in the headings of an answer as far as it goes. */
  update(blocks: readonly Block[]): void
  levelOf(heading: Tokens.Heading): number
}

/**
 * Which level each heading of an answer gets in the page's outline. Models begin with any depth and
 * skip some; the outline begins at h3, goes down one level at a time, and keeps equals equal. What
 * comes later never changes the level of what came before, so nothing is drawn again.
 */
export function createHeadingLevels(): HeadingLevels {
  const levels = new WeakMap<Token, number>()
  const headingsIn = new WeakMap<Block, readonly Tokens.Heading[]>()

  function headingsOf(block: Block): readonly Tokens.Heading[] {
    const known = headingsIn.get(block)
    if (known) return known
    const found = block.kind === 'token' ? collect([block.token]) : []
    headingsIn.set(block, found)
    return found
  }

  return {
    update(blocks) {
      // The open headings above the current one, as [depth in the text, level in the outline].
      const open: { depth: number; level: number }[] = []
      for (const heading of blocks.flatMap(headingsOf)) {
        while ((open.at(-1)?.depth ?? 0) >= heading.depth) open.pop()
        const above = open.at(-1)?.level ?? FIRST_LEVEL - 1
        const level = Math.min(above + 1, LAST_LEVEL)
        open.push({ depth: heading.depth, level })
        levels.set(heading, level)
      }
    },
    levelOf: (heading) => levels.get(heading) ?? LAST_LEVEL,
  }
}

function collect(tokens: readonly Token[]): Tokens.Heading[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => {
    switch (token.type) {
      case 'heading':
        return [token]
      case 'blockquote':
        return collect(token.tokens)
      case 'list':
        return token.items.flatMap((item) => collect(item.tokens))
      default:
        return []
    }
  })
}

export const HeadingLevelsContext = createContext<HeadingLevels>(createHeadingLevels())
