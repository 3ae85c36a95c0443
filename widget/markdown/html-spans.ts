import { CLOSE_TAG, OPEN_TAG } from './html-blocks.ts'
import { findMark, type PhraseReader } from './phrase-reader.ts'
import { addSpan, addText } from './spans.ts'

const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\p{Cc}]*)>/uy
const MAIL =
  /<([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)>/y
const TAG = new RegExp(`(?:${OPEN_TAG}|${CLOSE_TAG})`, 'y')
const HALF_AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>]*$/iy
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

/** Reads an address in angle brackets or a piece of HTML. */
export function readAngle(reader: PhraseReader): void {
  const { text, at, list } = reader
  const address = match(AUTOLINK, text, at) ?? match(MAIL, text, at)
  if (address !== undefined) {
    const [raw, name = ''] = address
    const isMail = !/^[A-Za-z][A-Za-z0-9+.-]{1,31}:/.test(name)
    const children = [{ type: 'text', text: name } as const]
    const href = isMail ? `mailto:${name}` : name
    addSpan(list, { type: 'link', address: href, isBare: true, children })
    reader.at += raw.length
    return
  }
  const html = readHtml(reader)
  if (html !== undefined) {
    // Models break lines in table cells with it; all other HTML is text.
    addSpan(list, BREAK_TAG.test(html) ? { type: 'break' } : { type: 'html', text: html })
    reader.at += html.length
    return
  }
  reader.at += 1
  if (reader.mode.isTail && match(HALF_AUTOLINK, text, at) !== undefined) return
  addText(list, '<')
}

function readHtml(reader: PhraseReader): string | undefined {
  const { text, at } = reader
  const tag = match(TAG, text, at)
  if (tag !== undefined) return tag[0]
  for (const [open, close] of ENCLOSED) {
    if (!text.startsWith(open, at)) continue
    if (close === '') return open
    const end = findMark(reader, close, at + open.length)
    return end === -1 ? undefined : text.slice(at, end + close.length)
  }
  if (match(DECLARATION, text, at) === undefined) return undefined
  const end = findMark(reader, '>', at)
  return end === -1 ? undefined : text.slice(at, end + 1)
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}
