import { bareLink } from './bare-links.ts'
import { trimEndOf } from './characters.ts'
import { MAX_FORMULA_CHARS } from './limits.ts'
import type { Inline } from './nodes.ts'
import { type CodeRuns, findMark, type PhraseReader } from './phrase-reader.ts'

// What binds tighter than brackets and emphasis, since nothing inside it is markdown: code, formulas,
// addresses in angle brackets and HTML.

/** What stands at a place of a phrase. */
export interface Found {
  /** `undefined`: half of something, which is not shown yet. */
  readonly inline: Inline | undefined
  /** Offset after it. */
  readonly end: number
}

/** Code between equal runs of backticks; while the text grows, the end of it may be missing. */
export function readCode(reader: PhraseReader): Found {
  const { text, at, mode } = reader
  const codeRuns = (reader.codeRuns ??= findRuns(text))
  let start = at
  while (text[start] === '`') start += 1
  const length = start - at
  if ((codeRuns.last.get(length) ?? -1) >= start) {
    const end = findRun(codeRuns, start, length)
    return { inline: codeOf(text.slice(start, end)), end: end + length }
  }
  if (!mode.isTail) return { inline: { type: 'text', text: text.slice(at, start) }, end: start }
  // What follows the opening is code; the last backticks may be half its end.
  const code = trimEndOf(text.slice(start), ' \n\t`')
  return { inline: code === '' ? undefined : codeOf(code), end: text.length }
}

function findRuns(text: string): CodeRuns {
  const runs = []
  const last = new Map<number, number>()
  for (const { index, 0: run } of text.matchAll(/`+/g)) {
    runs.push({ start: index, length: run.length })
    last.set(run.length, index)
  }
  return { runs, last, next: 0 }
}

/** Where the next run of that length starts. */
function findRun(codeRuns: CodeRuns, from: number, length: number): number {
  for (; codeRuns.next < codeRuns.runs.length; codeRuns.next += 1) {
    const run = codeRuns.runs[codeRuns.next]
    if (run !== undefined && run.start >= from && run.length === length) return run.start
  }
  return from
}

function codeOf(source: string): Inline {
  const text = source.replaceAll('\n', ' ')
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== ''
  return { type: 'code', text: isPadded ? text.slice(1, -1) : text }
}

/** What is looked at of a name. */
const MAX_VARIABLE_CHARS = 64

const WORD = /[\p{L}\p{N}]/u
/** A formula whose end has not come: no digit first, which would rather be money. */
const GROWING = /^[\p{L}\\([{|+-][^\n]*$/u
/** A variable of a shell or a template, or the beginning of one. */
const VARIABLE = /^\{[\p{L}_][\p{L}\p{N}_]+(?:\}(?![\^_])|$)/u
/** Variables without braces are told by their capitals, one after the other. */
const CAPITALS = /^[A-Z_][A-Z0-9_]+/
/** Two words in a row are a sentence. */
const SENTENCE = /\p{L}{2,}[,.]? \p{L}{2,}/u

interface FormulaPlace {
  /** Offset of the formula itself. */
  readonly start: number
  readonly close: string
  readonly isDisplay: boolean
}

/** A formula: `$…$` or `$$…$$`. `undefined` when the dollar is just one. */
export function readDollarMath(reader: PhraseReader): Found | undefined {
  const { text, at } = reader
  const isDisplay = text[at + 1] === '$'
  if (isDisplay && text[at + 2] === '$') return undefined
  const close = isDisplay ? '$$' : '$'
  const start = at + close.length
  const end = isDisplay ? findMark(reader, close, start) : findInlineEnd(reader, start)
  return readFormula(reader, { start, close, isDisplay }, end)
}

/** A formula: `\(…\)` or `\[…\]`. */
export function readBackslashMath(reader: PhraseReader): Found | undefined {
  const { text, at } = reader
  const isDisplay = text[at + 1] === '['
  const close = isDisplay ? '\\]' : '\\)'
  const start = at + close.length
  return readFormula(reader, { start, close, isDisplay }, findMark(reader, close, start))
}

/** Pandoc's rule: no space inside the dollars, and no digit after the closing one. */
function findInlineEnd(reader: PhraseReader, start: number): number {
  const { text } = reader
  const before = text[start - 2] ?? ''
  if (/\s/.test(text[start] ?? ' ') || WORD.test(before)) return -1
  if (VARIABLE.test(text.slice(start, start + MAX_VARIABLE_CHARS))) return -1
  for (let end = start; ; end += 1) {
    end = findMark(reader, '$', end)
    if (end === -1 || end - start > MAX_FORMULA_CHARS) return -1
    const last = text[end - 1] ?? ''
    if (last === '\\') continue
    const isEnd = !/\s/.test(last) && !/[\d${]/.test(text[end + 1] ?? '')
    return isEnd && !isBetweenVariables(text, start, end) ? end : -1
  }
}

const isBetweenVariables = (text: string, start: number, end: number): boolean =>
  [start, end + 1].every((at) => CAPITALS.test(text.slice(at, at + MAX_VARIABLE_CHARS)))

function readFormula(reader: PhraseReader, place: FormulaPlace, end: number): Found | undefined {
  if (end === -1) return growFormula(reader, place)
  const { start, close, isDisplay } = place
  const text = reader.text.slice(start, end)
  if (text.length > MAX_FORMULA_CHARS || !WORD.test(text) || text.includes('`')) return undefined
  const next = end + close.length
  const raw = reader.text.slice(reader.at, next)
  return { inline: { type: 'math', text: text.trim(), raw, isDisplay, isOpen: false }, end: next }
}

/** While the text grows, a formula shows its source without the dollars. */
function growFormula(reader: PhraseReader, { start, isDisplay }: FormulaPlace): Found | undefined {
  const { text, at, mode } = reader
  if (!mode.isTail || text.length - start > MAX_FORMULA_CHARS) return undefined
  const source = trimEndOf(text.slice(start), ' \n\t$\\')
  const isFormula = isDisplay || (GROWING.test(source) && !VARIABLE.test(source))
  if (source !== '' && (!isFormula || SENTENCE.test(source))) return undefined
  if (WORD.test(text[at - 1] ?? '')) return undefined
  const inline = { type: 'math', text: source, raw: source, isDisplay, isOpen: true } as const
  return { inline: source === '' ? undefined : inline, end: text.length }
}

const ATTRIBUTE = '(?:\\s+[A-Za-z_:][\\w:.-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?)'

/** A whole tag, opening or closing, as the source of an expression. */
export const HTML_TAG = `(?:<[A-Za-z][A-Za-z0-9-]*${ATTRIBUTE}*\\s*/?>|</[A-Za-z][A-Za-z0-9-]*\\s*>)`

const TAG = new RegExp(HTML_TAG, 'y')
const BREAK_TAG = /^<br\s*\/?>$/i
/** Opening and closing marks of what is neither a tag nor an address. */
const ENCLOSED = [
  ['<!-->', ''],
  ['<!--->', ''],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
] as const
const DECLARATION = /<![A-Za-z]/y
const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\p{Cc}]*)>/uy
const MAIL =
  /<([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)>/y
const HALF_AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>]*$/iy

/** An address in angle brackets or a piece of HTML; `undefined` when `<` is a sign of the text. */
export function readAngle(reader: PhraseReader): Found | undefined {
  const { text, at, mode } = reader
  const [link, address = ''] = matchAt(AUTOLINK, text, at) ?? []
  if (link !== undefined) return { inline: bareLink(address, address), end: at + link.length }
  const [mail, name = ''] = matchAt(MAIL, text, at) ?? []
  if (mail !== undefined) return { inline: bareLink(name, `mailto:${name}`), end: at + mail.length }
  const html = readHtml(reader)
  if (html !== undefined) {
    // Models break lines in table cells with it; all other HTML is text.
    const inline = BREAK_TAG.test(html) ? ({ type: 'break' } as const) : htmlOf(html)
    return { inline, end: at + html.length }
  }
  const isHalf = mode.isTail && matchAt(HALF_AUTOLINK, text, at) !== null
  return isHalf ? { inline: undefined, end: at + 1 } : undefined
}

const htmlOf = (text: string): Inline => ({ type: 'html', text })

function readHtml(reader: PhraseReader): string | undefined {
  const { text, at } = reader
  const tag = matchAt(TAG, text, at)
  if (tag !== null) return tag[0]
  for (const [open, close] of ENCLOSED) {
    if (!text.startsWith(open, at)) continue
    if (close === '') return open
    const end = findMark(reader, close, at + open.length)
    return end === -1 ? undefined : text.slice(at, end + close.length)
  }
  if (matchAt(DECLARATION, text, at) === null) return undefined
  const end = findMark(reader, '>', at)
  return end === -1 ? undefined : text.slice(at, end + 1)
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
