import { NO_CODE } from './code-chunks.ts'
import { trimEndOf } from './characters.ts'
import { addChild } from './close-blocks.ts'
import { readHtmlStart } from './html-blocks.ts'
import {
  indentOf,
  isBlank,
  isIndented,
  restOf,
  skipChars,
  skipColumns,
  skipOptionalSpace,
  skipToNonspace,
} from './line-cursor.ts'
import { normalizeLabel, unescapeText } from './link-parts.ts'
import { readPhrase } from './read-phrase.ts'
import { startSetext, startTable } from './start-from-paragraph.ts'
import { startItem } from './start-item.ts'
import { placeOf, type Started, type StartPlace, isTooDeep, openBlock } from './start-place.ts'

const RULE = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/
const HEADING = /^(#{1,6})(?:[ \t]+|$)/
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/
const NOTE = /^\[\^([^\]\s]+)\]:[ \t]*/
// A formula on one line is inline text. What follows the marker has to look like a formula.
const MATH = /^(?:(\$\$)((?!.*\$\$)(?=.*[\\^_={]).*)|(\$\$|\\\[))$/

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

/** Opens the block that starts at the cursor, if one does. */
export function startBlock(place: StartPlace): Started | undefined {
  for (const start of STARTS) {
    const started = start(place)
    if (started !== undefined) return started
  }
  return undefined
}

function startQuote(place: StartPlace): Started | undefined {
  const { cursor } = place
  if (isIndented(cursor) || cursor.text[cursor.nonspace] !== '>' || isTooDeep(place)) {
    return undefined
  }
  const at = placeOf(place)
  skipToNonspace(cursor)
  skipChars(cursor, 1)
  skipOptionalSpace(cursor)
  openBlock(place, { kind: 'quote', ...at, children: [] })
  return 'container'
}

function startHeading(place: StartPlace): Started | undefined {
  const { cursor, state, mode } = place
  if (isIndented(cursor)) return undefined
  const found = HEADING.exec(restOf(cursor))
  if (found === null) return undefined
  const text = withoutClosing(restOf(cursor).slice(found[0].length).trim())
  place.closeUnmatched()
  const phrase = readPhrase(text, state.definitions, mode)
  const depth = found[1]?.length ?? 1
  addChild(state.open.at(-1), { type: 'heading', ...placeOf(place), depth, phrase })
  return 'finished'
}

/** A closing run of `#` after a space is no part of a heading. */
function withoutClosing(text: string): string {
  const rest = trimEndOf(text, '#')
  return rest === '' || /[ \t]$/.test(rest) ? rest.trimEnd() : text
}

function startFence(place: StartPlace): Started | undefined {
  const { cursor } = place
  if (isIndented(cursor)) return undefined
  const found = FENCE.exec(restOf(cursor))
  if (found === null) return undefined
  const [, fence = '', info = ''] = found
  const indent = indentOf(cursor)
  const language = unescapeText(info.trim().split(/\s/, 1)[0] ?? '')
  openBlock(place, { kind: 'fence', ...placeOf(place), fence, indent, language, code: NO_CODE })
  return 'finished'
}

function startHtml(place: StartPlace): Started | undefined {
  const { cursor, state } = place
  if (isIndented(cursor) || cursor.text[cursor.nonspace] !== '<') return undefined
  const rule = readHtmlStart(restOf(cursor), state.open.at(-1)?.kind === 'paragraph')
  if (rule === undefined) return undefined
  openBlock(place, { kind: 'html', ...placeOf(place), rule, lines: [] })
  return 'leaf'
}

function startRule(place: StartPlace): Started | undefined {
  const { cursor, state } = place
  if (isIndented(cursor) || !RULE.test(restOf(cursor))) return undefined
  place.closeUnmatched()
  addChild(state.open.at(-1), { type: 'rule', ...placeOf(place) })
  return 'finished'
}

function startNote(place: StartPlace): Started | undefined {
  const { cursor, state } = place
  if (isIndented(cursor) || cursor.text[cursor.nonspace] !== '[') return undefined
  const found = NOTE.exec(restOf(cursor))
  // A footnote belongs to the answer, not to a quote or an item.
  if (found === null || isNested(place)) return undefined
  const label = normalizeLabel(found[1] ?? '')
  const at = placeOf(place)
  skipToNonspace(cursor)
  skipChars(cursor, found[0].length)
  openBlock(place, { kind: 'note', ...at, label, children: [] })
  state.definitions.notes[label] = true
  return 'container'
}

const isNested = ({ container, state }: StartPlace): boolean =>
  container !== state.open[0] &&
  !(container === state.open[1] && (container.kind === 'paragraph' || container.kind === 'list'))

function startMath(place: StartPlace): Started | undefined {
  const { cursor } = place
  if (isIndented(cursor)) return undefined
  const source = restOf(cursor)
  const found = MATH.exec(source.trimEnd())
  if (found === null) return undefined
  const [, isDollar, text = ''] = found
  const close = isDollar !== undefined || source.startsWith('$') ? '$$' : '\\]'
  const hasText = text !== ''
  const lines = hasText ? [text] : []
  const kind = 'math'
  openBlock(place, { kind, ...placeOf(place), source, hasText, close, isClosed: false, lines })
  return 'finished'
}

function startIndented(place: StartPlace): Started | undefined {
  const { cursor, state } = place
  if (!isIndented(cursor) || isBlank(cursor) || state.open.at(-1)?.kind === 'paragraph') {
    return undefined
  }
  skipColumns(cursor, 4)
  openBlock(place, { kind: 'indented', ...placeOf(place), code: NO_CODE, blank: [] })
  return 'leaf'
}
