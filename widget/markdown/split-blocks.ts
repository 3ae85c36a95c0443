import { chunkText } from './code-chunks.ts'
import type { Definitions } from './definitions.ts'
import { MAX_MARKDOWN_CHARS } from './limits.ts'
import type { BlockNode, ItemNode, Phrase, Row } from './nodes.ts'
import { closeAll, createReadingState, forkState, readLine } from './read-line.ts'
import { type ReadMode, readPhrase } from './read-phrase.ts'
import { isLoneMarker } from './withhold.ts'

export interface BlockSplitter {
  /**
   * The blocks of an answer that still grows; half-written syntax at its end is held back. Blocks
   * that can no longer change keep their identity; text that does not extend the text before starts
   * over.
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

const GROWING: ReadMode = { isTail: false, isGrowing: true }
const TAIL: ReadMode = { isTail: true, isGrowing: true }
const FINISHED: ReadMode = { isTail: false, isGrowing: false }

/**
 * The blocks of a text that only grows, line ends of one kind. Reads each complete line once and for
 * good. The half line at the end is tried out on a copy of the open blocks, so an update costs what
 * is open, not what is finished.
 */
function createGrowingBlocks(onRead: (characters: number) => void): BlockSplitter {
  const state = createReadingState()
  /** Where the line starts that is not complete. */
  let lineStart = 0

  /** Returns the half line at the end; empty when there is none. */
  function readCompleteLines(text: string): { text: string; start: number } {
    for (;;) {
      const end = text.indexOf('\n', lineStart)
      if (end === -1) return { text: text.slice(lineStart), start: lineStart }
      onRead(end + 1 - lineStart)
      readLine(state, { text: text.slice(lineStart, end), start: lineStart }, GROWING)
      lineStart = end + 1
    }
  }

  /** An answer that was stopped after the marker of an item has no such item. */
  const isCut = (line: { text: string; start: number }): boolean =>
    line.start > 0 && isLoneMarker(line.text) && !readLine(forkState(state), line, TAIL)

  return {
    push(text) {
      const half = readCompleteLines(text)
      if (half.text !== '') {
        onRead(half.text.length)
        const fork = forkState(state)
        if (readLine(fork, half, TAIL)) return closeAll(fork, TAIL)
      }
      return closeAll(forkState(state), TAIL)
    },
    finish(text) {
      const half = readCompleteLines(text)
      const fork = forkState(state)
      if (half.text !== '' && !isCut(half)) readLine(fork, half, FINISHED)
      return settleBlocks(closeAll(fork, FINISHED), fork.definitions)
    },
  }
}

/**
 * Reads the phrases again that the end of the answer decides: those whose labels were defined after
 * them, or never. All other nodes are the same objects as before.
 */
function settleBlocks(
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
