import { addChild, containerBlocks, startItem, startNote, startQuote } from './container-blocks.ts'
import { createDefinitions, forkDefinitions, isHalfLabel } from './definitions.ts'
import { createLineCursor, isBlank } from './line-cursor.ts'
import type { BlockNode } from './nodes.ts'
import type {
  BlockKind,
  BlockKinds,
  Line,
  OpenBlock,
  ReadingState,
  Started,
  StartPlace,
} from './open-blocks.ts'
import {
  openParagraph,
  proseBlocks,
  startHeading,
  startRule,
  startSetext,
  startTable,
} from './prose-blocks.ts'
import type { ReadMode } from './read-phrase.ts'
import {
  startFence,
  startHtml,
  startIndented,
  startMath,
  verbatimBlocks,
} from './verbatim-blocks.ts'
import { isWithheld } from './withhold.ts'

const KINDS: BlockKinds<OpenBlock> = { ...containerBlocks, ...proseBlocks, ...verbatimBlocks }

/** In order of precedence, since a line can match several kinds. */
const STARTS: readonly ((place: StartPlace) => Started | undefined)[] = [
  startQuote,
  startHeading,
  startFence,
  startHtml,
  startSetext,
  startRule,
  startNote,
  startMath,
  startItem,
  startTable,
  startIndented,
]

/** Each kind gets only blocks of its kind. */
const kindOf = ({ kind }: OpenBlock): BlockKind<OpenBlock> => KINDS[kind] as BlockKind<OpenBlock>

/** The state before the first line. */
export const createReadingState = (): ReadingState => ({
  open: [{ kind: 'document', start: 0, firstLine: 0, lastLine: 0, children: [] }],
  definitions: createDefinitions(),
  line: 0,
})

/** A copy for trying half a line; finished children are shared. */
export const forkState = ({ open, definitions, line }: ReadingState): ReadingState => ({
  open: open.map((block) => kindOf(block).fork(block)),
  definitions: forkDefinitions(definitions),
  line,
})

/** Closes all blocks. The state must not be used afterwards. */
export function closeAll(state: ReadingState, mode: ReadMode): readonly BlockNode[] {
  closeTo(state, 1, mode)
  const [document] = state.open
  return document?.kind === 'document' ? document.children : []
}

/** Closes the innermost blocks until `depth` are left. */
function closeTo(state: ReadingState, depth: number, mode: ReadMode): void {
  while (state.open.length > depth) closeTip(state, mode)
}

/** Closes the innermost block and passes its node to the block around it. */
function closeTip(state: ReadingState, mode: ReadMode): void {
  const block = state.open.pop()
  const node = block && kindOf(block).close(block, state, mode)
  if (node !== undefined) addChild(state.open.at(-1), node)
}

/**
 * Reads one line. Returns false for half a line (`mode.isTail`) that shows nothing yet; the state must not be used
 * afterwards.
 */
export function readLine(
  state: ReadingState,
  { text, start }: { text: string; start: number },
  mode: ReadMode,
): boolean {
  state.line += 1
  const line: Line = { cursor: createLineCursor(text), start, number: state.line, mode }
  // Blocks that this line closes are complete, even if more of the line follows.
  const whole: ReadMode = { ...mode, isTail: false }
  const matched = matchOpen(state, line)
  if (matched === 'withheld') return false
  if (matched === 'ended') {
    closeTip(state, whole)
    return true
  }
  let depth = matched
  if (!isVerbatim(state.open[depth - 1] as OpenBlock)) {
    const rest = text.slice(line.cursor.offset)
    if (mode.isTail && (isWithheld(rest) || isHalfLabel(rest, state.definitions))) return false
    for (;;) {
      const started = startBlock({ line, container: state.open[depth - 1] as OpenBlock, state })
      if (started === undefined) break
      openBlocks(state, started.blocks, { depth, whole })
      depth = state.open.length
      if (started.rest === 'closed') closeTip(state, mode)
      if (started.rest === 'closed' || started.rest === 'nothing') return true
      if (started.rest === 'text') break
    }
  }
  const isLazy = state.open.length > depth && state.open.at(-1)?.kind === 'paragraph'
  if (!isLazy || isBlank(line.cursor)) closeTo(state, depth, whole)
  takeText(state, line, whole)
  return true
}

/** Number of open blocks that the line continues. */
function matchOpen(state: ReadingState, line: Line): number | 'withheld' | 'ended' {
  let depth = 1
  for (; depth < state.open.length; depth += 1) {
    const block = state.open[depth] as OpenBlock
    const result = kindOf(block).continues(block, line, state)
    if (result === 'no') break
    if (result !== 'yes') return result
  }
  return depth
}

const isVerbatim = ({ kind }: OpenBlock): boolean =>
  kind === 'fence' || kind === 'indented' || kind === 'math' || kind === 'html'

function startBlock(place: StartPlace): Started | undefined {
  for (const start of STARTS) {
    const started = start(place)
    if (started !== undefined) return started
  }
  return undefined
}

/** Opens blocks that start in a line, and closes blocks that do not continue. */
function openBlocks(
  state: ReadingState,
  blocks: readonly OpenBlock[],
  { depth, whole }: { depth: number; whole: ReadMode },
): void {
  const [first] = blocks
  // Defined before the paragraph above it is closed, which may refer to it.
  if (first?.kind === 'note') state.definitions.notes[first.label] = true
  closeTo(state, depth, whole)
  const { kind } = state.open.at(-1) as OpenBlock
  if (kind === 'paragraph' || kind === 'table') closeTip(state, whole)
  const list = state.open.at(-1)
  const goesOn = list?.kind === 'list' && first?.kind === 'list' && list.marker === first.marker
  if (list?.kind === 'list' && !goesOn) closeTip(state, whole)
  for (let index = goesOn ? 1 : 0; index < blocks.length; index += 1) {
    state.open.push(blocks[index] as OpenBlock)
  }
}

/** Passes the rest of the line to the innermost block. */
function takeText(state: ReadingState, line: Line, whole: ReadMode): void {
  const tip = state.open.at(-1) as OpenBlock
  const { take } = kindOf(tip)
  if (take !== undefined) {
    if (take(tip, line, state)) closeTip(state, whole)
    return
  }
  if (isBlank(line.cursor)) return
  if (tip.kind === 'list') closeTip(state, whole)
  state.open.push(openParagraph(line))
}
