import { bareLink } from './bare-links.ts'
import { trimEndOf } from './characters.ts'
import type { Inline } from './nodes.ts'
import { type CodeRuns, findMark, type PhraseReader } from './phrase-reader.ts'

// Spans that bind tighter than brackets and emphasis, since nothing inside them is markdown: code, addresses in
// angle brackets and HTML here, formulas in `formula-spans.ts`.

/** An inline found at a place of a phrase. */
export interface Found {
  /** `undefined`: incomplete, and not shown yet. */
  readonly inline: Inline | undefined
  /** Offset behind it. */
  readonly end: number
}

/** Reads code between equal runs of backticks; while the text grows, its end may be missing. */
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
  // Everything behind the opening is code; the last backticks may be half its end.
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

/** Start of the next run of that length. */
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

const ATTRIBUTE = '(?:\\s+[A-Za-z_:][\\w:.-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?)'

/** A whole tag, opening or closing, as the source of an expression. */
export const HTML_TAG = `(?:<[A-Za-z][A-Za-z0-9-]*${ATTRIBUTE}*\\s*/?>|</[A-Za-z][A-Za-z0-9-]*\\s*>)`

const TAG = new RegExp(HTML_TAG, 'y')
const BREAK_TAG = /^<br\s*\/?>$/i
/** Opening and closing marks of other constructs than tags and addresses. */
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

/** Reads an address in angle brackets or a piece of HTML; `undefined` if `<` is plain text. */
export function readAngle(reader: PhraseReader): Found | undefined {
  const { text, at, mode } = reader
  const [link, address = ''] = matchAt(AUTOLINK, text, at) ?? []
  if (link !== undefined) return { inline: bareLink(address, address), end: at + link.length }
  const [mail, name = ''] = matchAt(MAIL, text, at) ?? []
  if (mail !== undefined) return { inline: bareLink(name, `mailto:${name}`), end: at + mail.length }
  const html = readHtml(reader)
  if (html !== undefined) {
    // Models use it for line breaks in table cells; all other HTML is text.
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
