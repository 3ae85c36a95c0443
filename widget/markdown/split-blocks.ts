import { chunkText } from './code-chunks.ts'
import type { Definitions } from './definitions.ts'
import { MAX_MARKDOWN_CHARS } from './limits.ts'
import type { BlockNode, ItemNode, Phrase, Row } from './nodes.ts'
import { closeAll, createReadingState, forkState, readLine } from './read-line.ts'
import { type ReadMode, readPhrase } from './read-phrase.ts'
import { isLoneMarker } from './withhold.ts'

export interface BlockSplitter {
  /**
   * The blocks of a growing answer; incomplete syntax at its end is withheld. Blocks that can no longer change keep
   * their identity; text that does not extend the previous text starts over.
   */
  push(text: string): readonly BlockNode[]
  /** The blocks of a finished answer; unchanged blocks keep their identity. */
  finish(text: string): readonly BlockNode[]
}

export interface SplitterWorld {
  /** Called with the number of characters before they are read as lines. */
  readonly onRead?: (characters: number) => void
}

/** Splits one answer into blocks. Belongs to one message and stores its text. */
export function createBlockSplitter({ onRead = () => {} }: SplitterWorld = {}): BlockSplitter {
  let text = ''
  /** The text with normalised line ends. */
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

/** Normalises line ends, also if an update splits one. */
function normalize(added: string, isAfterReturn: boolean): string {
  const text = isAfterReturn && added.startsWith('\n') ? added.slice(1) : added
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')
}

/** The part read as markdown ends with a line, so that its end stays the same while more text arrives. */
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
 * The blocks of a text that only grows, with normalised line ends. Reads each complete line exactly once. The half
 * line at the end is tried on a copy of the open blocks, so the cost of an update depends on open blocks, not on
 * finished ones.
 */
function createGrowingBlocks(onRead: (characters: number) => void): BlockSplitter {
  const state = createReadingState()
  /** Start of the incomplete line. */
  let lineStart = 0

  /** Returns the half line at the end; empty without one. */
  function readCompleteLines(text: string): { text: string; start: number } {
    for (;;) {
      const end = text.indexOf('\n', lineStart)
      if (end === -1) return { text: text.slice(lineStart), start: lineStart }
      onRead(end + 1 - lineStart)
      readLine(state, { text: text.slice(lineStart, end), start: lineStart }, GROWING)
      lineStart = end + 1
    }
  }

  /** An answer that was stopped after the marker of an item does not contain that item. */
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
 * Reads again the phrases that depend on the end of the answer: those with labels that were defined later, or
 * never. All other nodes keep their identity.
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

/** Returns the same array if every element is mapped to itself. */
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
