import type { Block } from './block.ts'
import { chunkLines } from './chunk-lines.ts'
import { finishBlocks } from './finish-blocks.ts'
import { createGrowingBlocks, type GrowingBlocks } from './growing-blocks.ts'
import { MAX_MARKDOWN_CHARS } from './limits.ts'

export interface BlockSplitter {
  /**
   * The blocks of an answer that still grows. Blocks that can no longer change keep their
   * identity; text that does not extend the text before starts over.
   */
  push(text: string): readonly Block[]
  /** The blocks of a finished answer, the same ones as far as they did not change. */
  finish(text: string): readonly Block[]
}

export interface SplitterWorld {
  /** Milliseconds; default `performance.now()`. */
  readonly now?: () => number
  /** Called with the number of characters that the lexer is about to read. */
  readonly onLex?: (characters: number) => void
}

/** Splits one answer into blocks. Belongs to one message; holds its text. */
export function createBlockSplitter(world: SplitterWorld = {}): BlockSplitter {
  const { now = () => performance.now(), onLex = () => {} } = world
  let growing: GrowingBlocks | undefined
  let last: { text: string; isGrowing: boolean; blocks: readonly Block[] } | undefined
  let head: { text: string; blocks: readonly Block[] } | undefined

  function grow(text: string): readonly Block[] {
    if (growing === undefined || !extendsText(text, growing.text())) {
      growing = createGrowingBlocks({ now, onLex })
    }
    return growing.push(text)
  }

  function finish(text: string): readonly Block[] {
    onLex(text.length)
    return finishBlocks(text, last?.blocks ?? [], now)
  }

  // Cut at the same place while the text grows, so the head is read once.
  function finishHead(text: string): readonly Block[] {
    if (head?.text !== text) head = { text, blocks: finish(text) }
    return head.blocks
  }

  function read(text: string, isGrowing: boolean): readonly Block[] {
    if (last?.text === text && last.isGrowing === isGrowing) return last.blocks
    const source = normalizeLineEnds(text)
    const blocks =
      source.length > MAX_MARKDOWN_CHARS
        ? withPlainRest(source, finishHead)
        : (isGrowing ? grow : finish)(source)
    last = { text, isGrowing, blocks }
    return blocks
  }

  return { push: (text) => read(text, true), finish: (text) => read(text, false) }
}

// Comparing slices compares memory; startsWith compares letter by letter, 40 times slower.
const extendsText = (text: string, before: string): boolean =>
  text.slice(0, before.length) === before

const normalizeLineEnds = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text

function withPlainRest(
  source: string,
  finishHead: (head: string) => readonly Block[],
): readonly Block[] {
  const cut = source.lastIndexOf('\n', MAX_MARKDOWN_CHARS - 1) + 1 || MAX_MARKDOWN_CHARS
  const rest = source.slice(cut)
  return [
    ...finishHead(source.slice(0, cut)),
    { kind: 'plain', key: String(cut), source: rest, chunks: chunkLines(rest) },
  ]
}
