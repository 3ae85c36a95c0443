import { addCodeLine, listChunks, NO_CODE } from './code-chunks.ts'
import {
  indentOf,
  isBlank,
  isIndented,
  restOf,
  skipColumns,
  skipToNonspace,
  takeRest,
} from './line-cursor.ts'
import { unescapeText } from './link-parts.ts'
import {
  type BlockKinds,
  type Continued,
  type Line,
  type OpenFence,
  type OpenMath,
  type OpenVerbatim,
  placeAt,
  placeOf,
  type Started,
  type StartPlace,
} from './open-blocks.ts'
import { readPhrase } from './read-phrase.ts'
import { HTML_TAG } from './verbatim-spans.ts'
import { isHalfEnd } from './withhold.ts'

const CODE_INDENT = 4

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/
// A formula on one line is inline text. The text behind the marker has to look like a formula.
const MATH = /^(?:(\$\$)((?!.*\$\$)(?=.*[\\^_={]).*)|(\$\$|\\\[))$/

/** Blocks with literal lines: code, formulas and HTML. */
export const verbatimBlocks: BlockKinds<OpenVerbatim> = {
  fence: {
    continues: continueFence,
    take(block, { cursor, number }) {
      block.code = addCodeLine(block.code, takeRest(cursor))
      block.lastLine = number
      return false
    },
    close(block, _, { isTail }) {
      const chunks = listChunks(block.code)
      return { ...placeOf(block), type: 'code', language: block.language, chunks, isOpen: isTail }
    },
    fork: (block) => ({ ...block }),
  },
  indented: {
    continues(_, { cursor }) {
      if (isIndented(cursor)) skipColumns(cursor, CODE_INDENT)
      else if (isBlank(cursor)) skipToNonspace(cursor)
      else return 'no'
      return 'yes'
    },
    take(block, { cursor, number }) {
      if (isBlank(cursor)) {
        block.blank.push(takeRest(cursor))
        return false
      }
      for (const blank of block.blank.splice(0)) block.code = addCodeLine(block.code, blank)
      block.code = addCodeLine(block.code, takeRest(cursor))
      block.lastLine = number
      return false
    },
    close: (block) => ({
      ...placeOf(block),
      type: 'code',
      language: '',
      chunks: listChunks(block.code),
      isOpen: false,
    }),
    fork: (block) => ({ ...block, blank: block.blank.slice() }),
  },
  math: {
    continues: continueMath,
    take(block, { cursor, number }) {
      block.lines.push(takeRest(cursor))
      block.lastLine = number
      return false
    },
    close(block, { definitions }, mode) {
      const { source, hasText, lines } = block
      if (block.isClosed || mode.isTail) {
        const text = lines.join('\n').trim()
        return { ...placeOf(block), type: 'math', text, isOpen: mode.isTail }
      }
      // Its end never arrived, so it was not a formula.
      const text = [source, ...lines.slice(hasText ? 1 : 0)].join('\n')
      return { ...placeOf(block), type: 'paragraph', phrase: readPhrase(text, definitions, mode) }
    },
    fork: (block) => ({ ...block, lines: block.lines.slice() }),
  },
  html: {
    continues: (block, { cursor }) => (isBlank(cursor) && block.end === undefined ? 'no' : 'yes'),
    take(block, { cursor, number }) {
      block.lines.push(takeRest(cursor))
      block.lastLine = number
      return block.end?.test(cursor.text) ?? false
    },
    close: (block) => ({
      ...placeOf(block),
      type: 'html',
      text: block.lines.join('\n').trimEnd(),
    }),
    fork: (block) => ({ ...block, lines: block.lines.slice() }),
  },
}

function continueFence(block: OpenFence, { cursor, number, mode }: Line): Continued {
  if (!isIndented(cursor)) {
    const rest = restOf(cursor).trimEnd()
    const end = readFenceEnd(block, rest)
    if (end !== undefined && mode.isTail) return 'withheld'
    if (end === 'outer') {
      block.lastLine = number
      return 'ended'
    }
    if (end === 'inner') block.inner = undefined
    else if (end === undefined) openInnerFence(block, rest)
  }
  skipColumns(cursor, Math.min(block.indent, indentOf(cursor)))
  return 'yes'
}

/** The fence that a line of only the fence's character ends; `undefined` for any other line. */
function readFenceEnd(
  { fence, inner }: OpenFence,
  line: string,
): 'outer' | 'inner' | 'none' | undefined {
  const char = fence[0] ?? ''
  if (line === '' || line !== char.repeat(line.length)) return undefined
  if (line.length < (inner ?? fence).length) return 'none'
  return inner === undefined ? 'outer' : 'inner'
}

/** Languages whose texts contain fences. */
const DOCUMENTS: ReadonlySet<string> = new Set(['md', 'markdown', 'mdx', 'qmd', 'rmd'])
const ITEM_MARKS = /^(?:[*+-]|\d{1,9}[.)])[ \t]+/

/**
 * Models wrap a document into a fence that is not longer than those in it. Only a language distinguishes a start
 * from an end.
 */
function openInnerFence(block: OpenFence, line: string): void {
  if (!DOCUMENTS.has(block.language.toLowerCase())) return
  if (block.inner !== undefined) return
  const [, fence = '', info = ''] = FENCE.exec(line.replace(ITEM_MARKS, '')) ?? []
  const isSame = fence[0] === block.fence[0] && fence.length >= block.fence.length
  if (isSame && info.trim() !== '') block.inner = fence
}

function continueMath(block: OpenMath, { cursor, mode }: Line): Continued {
  if (isBlank(cursor)) return 'no'
  if (mode.isTail && isHalfEnd(restOf(cursor), block.close)) return 'withheld'
  const rest = restOf(cursor).trimEnd()
  if (!rest.endsWith(block.close)) return 'yes'
  const last = rest.slice(0, -block.close.length)
  if (last !== '') block.lines.push(last)
  block.isClosed = true
  return 'ended'
}

export function startFence({ line }: StartPlace): Started | undefined {
  const { cursor } = line
  const found = isIndented(cursor) ? null : FENCE.exec(restOf(cursor))
  if (found === null) return undefined
  const [, fence = '', info = ''] = found
  const indent = indentOf(cursor)
  const language = unescapeText(info.trim().split(/\s/, 1)[0] ?? '')
  const block = {
    kind: 'fence',
    ...placeAt(line),
    fence,
    indent,
    language,
    inner: undefined,
    code: NO_CODE,
  } as const
  return { blocks: [block], rest: 'nothing' }
}

export function startIndented({ line, state }: StartPlace): Started | undefined {
  const { cursor } = line
  const isText = isBlank(cursor) || state.open.at(-1)?.kind === 'paragraph'
  if (!isIndented(cursor) || isText) return undefined
  skipColumns(cursor, CODE_INDENT)
  const blocks = [{ kind: 'indented' as const, ...placeAt(line), code: NO_CODE, blank: [] }]
  return { blocks, rest: 'text' }
}

export function startMath({ line }: StartPlace): Started | undefined {
  const { cursor } = line
  if (isIndented(cursor)) return undefined
  const source = restOf(cursor)
  const found = MATH.exec(source.trimEnd())
  if (found === null) return undefined
  const text = found[2] ?? ''
  const hasText = text !== ''
  const close = source.startsWith('$') ? '$$' : '\\]'
  const lines = hasText ? [text] : []
  return {
    blocks: [{ kind: 'math', ...placeAt(line), source, hasText, close, isClosed: false, lines }],
    rest: 'nothing',
  }
}

const HTML_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|' +
  'dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|' +
  'hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|' +
  'search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'

interface HtmlRule {
  readonly start: RegExp
  /** Absent: ends at a blank line. */
  readonly end?: RegExp
  /** True if it may not start within a paragraph. Default false. */
  readonly isAlone?: boolean
}

/** The seven kinds of the specification, in its order. */
const HTML_RULES: readonly HtmlRule[] = [
  {
    start: /^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
    end: /<\/(?:script|pre|textarea|style)>/i,
  },
  { start: /^<!--/, end: /-->/ },
  { start: /^<[?]/, end: /\?>/ },
  { start: /^<![A-Za-z]/, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: new RegExp(`^</?(?:${HTML_NAMES})(?:\\s|/?>|$)`, 'i') },
  { start: new RegExp(`^${HTML_TAG}\\s*$`), isAlone: true },
]

export function startHtml({ line, state }: StartPlace): Started | undefined {
  const { cursor } = line
  if (isIndented(cursor) || cursor.text[cursor.nonspace] !== '<') return undefined
  const rest = restOf(cursor)
  const isInParagraph = state.open.at(-1)?.kind === 'paragraph'
  const rule = HTML_RULES.find(
    ({ start, isAlone }) => start.test(rest) && !(isInParagraph && isAlone === true),
  )
  if (rule === undefined) return undefined
  return { blocks: [{ kind: 'html', ...placeAt(line), end: rule.end, lines: [] }], rest: 'text' }
}
