import { takeDefinitions } from './definitions.ts'
import type { ParagraphNode } from './nodes.ts'
import type { OpenParagraph, ReadingState } from './open-blocks.ts'
import { type ReadMode, readPhrase } from './read-phrase.ts'
import { withholdHead } from './withhold.ts'

const TASK = /^\[([ \txX])\](?=\s+\S)/
const HALF_TASK = /^\[[ \txX]?\]?\s*$/

/** The node of a paragraph; `undefined` when it holds nothing but definitions. */
export function toParagraph(
  state: ReadingState,
  block: OpenParagraph,
  mode: ReadMode,
): ParagraphNode | undefined {
  let text = contentOf(state, block, mode)
  const parent = state.open.at(-1)
  if (parent?.kind === 'item' && parent.children.length === 0) {
    const task = TASK.exec(text)
    if (task !== null) {
      parent.isDone = task[1] === 'x' || task[1] === 'X'
      text = text.slice(task[0].length).trimStart()
    } else if (mode.isTail && HALF_TASK.test(text)) return undefined
  }
  if (text === '') return undefined
  const { made } = block
  if (!mode.isTail && made.node?.phrase.source === text) return made.node
  const { start, firstLine, lastLine } = block
  const phrase = readPhrase(text, state.definitions, mode)
  const node: ParagraphNode = { type: 'paragraph', start, firstLine, lastLine, phrase }
  if (!mode.isTail) made.node = node
  return node
}

/** The text without the definitions at its start, which are taken over. */
function contentOf(state: ReadingState, block: OpenParagraph, mode: ReadMode): string {
  const lines = mode.isTail ? withholdHead(block.lines) : block.lines
  const text = lines.join('\n').trimEnd()
  return text.startsWith('[') ? text.slice(takeDefinitions(text, state.definitions)) : text
}
