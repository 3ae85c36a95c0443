import { chunkText } from './code-chunks.ts'
import { createGrowingBlocks } from './grow-blocks.ts'
import { MAX_MARKDOWN_CHARS } from './limits.ts'
import type { BlockNode } from './nodes.ts'

export interface BlockSplitter {
  /**
   * The blocks of an answer that still grows. Blocks that can no longer change keep their
   * identity; text that does not extend the text before starts over.
   */
  push(text: string): readonly BlockNode[]
  /** The blocks of a finished answer, the same ones as far as they did not change. */
  finish(text: string): readonly BlockNode[]
}

export interface SplitterWorld {
  /** Called with the number of characters that are about to be read as lines. */
  readonly onRead?: (characters: number) => void
}

/** Splits one answer into blocks. Belongs to one message; holds its text. */
export function createBlockSplitter({ onRead = () => {} }: SplitterWorld = {}): BlockSplitter {
  let text = ''
  /** The text with line ends made one kind. */
  let source = ''
  let growing = createGrowingBlocks(onRead)
  let last: { text: string; isGrowing: boolean; blocks: readonly BlockNode[] } | undefined

  function take(next: string): void {
    if (!extendsText(next, text)) {
      text = source = ''
      growing = createGrowingBlocks(onRead)
    }
    const added = next.slice(text.length)
    const isPlain = source === text && !HAS_ODD_CHARS.test(added)
    source = isPlain ? next : source + normalize(added, text.endsWith('\r'))
    text = next
  }

  function read(next: string, isGrowing: boolean): readonly BlockNode[] {
    if (last?.text === next && last.isGrowing === isGrowing) return last.blocks
    take(next)
    const head = source.slice(0, lengthOfHead(source))
    const isWhole = head.length === source.length
    const found = isGrowing && isWhole ? growing.push(head) : growing.finish(head)
    const blocks = isWhole ? found : [...found, plainRest(source, head.length)]
    last = { text: next, isGrowing, blocks }
    return blocks
  }

  return { push: (next) => read(next, true), finish: (next) => read(next, false) }
}

// Comparing slices compares memory; startsWith compares letter by letter, 40 times slower.
const extendsText = (text: string, before: string): boolean =>
  text.slice(0, before.length) === before

const HAS_ODD_CHARS = /[\r\0]/

/** Line ends of other systems become one kind, also when a cut runs through the middle of one. */
function normalize(added: string, isAfterReturn: boolean): string {
  const text = isAfterReturn && added.startsWith('\n') ? added.slice(1) : added
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')
}

/** What is read as markdown ends with a line, so that it ends at the same place while more comes. */
function lengthOfHead(source: string): number {
  if (source.length <= MAX_MARKDOWN_CHARS) return source.length
  return source.lastIndexOf('\n', MAX_MARKDOWN_CHARS - 1) + 1 || MAX_MARKDOWN_CHARS
}

function plainRest(source: string, start: number): BlockNode {
  const place = { start, firstLine: 0, lastLine: 0 }
  return { type: 'plain', ...place, chunks: chunkText(source.slice(start)) }
}
