import { matchEmphasis } from './emphasis.ts'
import { MAX_LABEL_CHARS } from './limits.ts'
import { normalizeLabel, readAddress, readLabel, readTitle, skipSpaces } from './link-parts.ts'
import { textOf } from './node-text.ts'
import type { NoteSpan } from './nodes.ts'
import type { Bracket, PhraseReader } from './phrase-reader.ts'
import { addSpan, addText, cutFrom, listInlines, removeSpan } from './spans.ts'

const NOTE = /\[\^([^\]\s]+)\](?![(:])/y
/** `[1][2]` are references to two sources. */
const NUMBER = /^\d{1,3}$/
const MAX_HALF_CHARS = 2_048
/** The beginning of references to sources, from behind the first bracket on. */
const HALF_NUMBERS = /^\d{0,3}(?:\](?:\[\d{0,3}\]?)?)?$/

/** Reads `[`, `![` or a reference to a footnote. */
export function openBracket(reader: PhraseReader, { isImage }: { isImage: boolean }): void {
  const { at, list, brackets, delimiters } = reader
  if (readNote(reader, isImage)) return
  const before = brackets.at(-1)
  if (before !== undefined) before.hasInner = true
  const mark = isImage ? '![' : '['
  const span = addText(list, mark)
  const start = at + mark.length
  brackets.push({ span, isImage, start, delimiters: delimiters.length, hasInner: false })
  reader.at = start
}

/** Behind a `!`, a note is part of an exclamation, not an image. */
function readNote(reader: PhraseReader, isLoud: boolean): boolean {
  NOTE.lastIndex = reader.at + Number(isLoud)
  const found = NOTE.exec(reader.text)
  if (found === null) return false
  const label = normalizeLabel(found[1] ?? '')
  const isDefined = label in reader.definitions.notes
  if (!isDefined && !reader.mode.isGrowing) return false
  reader.isProvisional ||= !isDefined
  const note: NoteSpan = { type: 'note', label }
  reader.notes.push(note)
  if (isLoud) addText(reader.list, '!')
  addSpan(reader.list, note)
  reader.at = NOTE.lastIndex
  return true
}

/** Reads `]`: a link or image if an address follows or the label is defined, text otherwise. */
export function closeBracket(reader: PhraseReader): void {
  const { text, at, brackets, list } = reader
  reader.at = at + 1
  const bracket = brackets.at(-1)
  if (bracket === undefined) {
    addText(list, ']')
    return
  }
  const isDead = !bracket.isImage && brackets.length <= reader.linkDepth
  const target = isDead
    ? undefined
    : (readInlineTarget(text, at + 1) ?? readReference(reader, bracket))
  if (target !== undefined) {
    finish(reader, bracket, target)
    return
  }
  if (!isDead && reader.mode.isTail && isHalfTarget(text, at + 1)) {
    // The brackets stay on the list of open ones, and are hidden with them at the end.
    reader.at = text.length
    return
  }
  popBracket(reader)
  addText(list, ']')
}

function popBracket(reader: PhraseReader): void {
  reader.brackets.pop()
  reader.linkDepth = Math.min(reader.linkDepth, reader.brackets.length)
}

interface Target {
  readonly address: string
  readonly end: number
}

/** `(address "title")`. */
function readInlineTarget(text: string, at: number): Target | undefined {
  if (text[at] !== '(') return undefined
  const start = skipSpaces(text, at + 1)
  if (text[start] === ')') return { address: '', end: start + 1 }
  const address = readAddress(text, start)
  if (address === undefined) return undefined
  const titleStart = skipSpaces(text, address.end)
  const title = titleStart > address.end ? readTitle(text, titleStart) : undefined
  const end = skipSpaces(text, title?.end ?? address.end)
  return text[end] === ')' ? { address: address.value, end: end + 1 } : undefined
}

/** `[label]`, `[]` or nothing: in the last two cases the text is the label. */
function readReference(reader: PhraseReader, bracket: Bracket): Target | undefined {
  const { text, definitions, mode } = reader
  const closing = reader.at - 1
  const label = readLabel(text, closing + 1)
  const isFull = label !== undefined && label.value !== ''
  if (!isFull && bracket.hasInner) return undefined
  const name = isFull ? label.value : text.slice(bracket.start, closing)
  if (name.length > MAX_LABEL_CHARS) return undefined
  const key = normalizeLabel(name)
  if (key === '') return undefined
  const end = label?.end ?? closing + 1
  const address = definitions.links[key]
  if (address !== undefined) return { address, end }
  reader.misses.push(key)
  if (mode.isGrowing) definitions.expected.add(key)
  // Its definition may still arrive; until then the text is shown without brackets.
  const isCited = NUMBER.test(name) && NUMBER.test(text.slice(bracket.start, closing))
  const isExpected =
    mode.isGrowing && label !== undefined && !isCited && !isIndexed(reader, bracket)
  if (!isExpected) return undefined
  reader.isProvisional = true
  return { address: '', end }
}

/** `a[0][1]` is code without backticks. */
const isIndexed = ({ text }: PhraseReader, { start, isImage }: Bracket): boolean =>
  !isImage && /[\p{L}\p{N}\])]/u.test(text[start - 2] ?? '')

function finish(reader: PhraseReader, bracket: Bracket, { address, end }: Target): void {
  const { list, delimiters } = reader
  matchEmphasis(list, delimiters, bracket.delimiters)
  delimiters.length = bracket.delimiters
  const inner = { first: bracket.span.after, last: list.last }
  const children = bracket.span.after === undefined ? [] : listInlines(inner)
  cutFrom(list, bracket.span)
  popBracket(reader)
  if (bracket.isImage) {
    addSpan(list, { type: 'image', address, description: textOf(children) })
  } else {
    addSpan(list, { type: 'link', address, isBare: false, children })
    reader.linkDepth = reader.brackets.length
  }
  reader.at = end
}

/** True if the text ends before it is clear what follows the closing bracket. */
function isHalfTarget(text: string, at: number): boolean {
  const char = text[at]
  if (char === undefined) return true
  if (text.length - at > MAX_HALF_CHARS) return false
  if (char === '[') return !text.includes(']', at)
  if (char !== '(') return false
  let depth = 0
  for (let next = at; next < text.length; next += 1) {
    const found = text[next]
    if (found === '\\') next += 1
    else if (found === '(') depth += 1
    else if (found === ')') {
      depth -= 1
      if (depth === 0) return false
    }
  }
  return true
}

/**
 * Closes open brackets at the end of a growing phrase: a link shows its text; an image, a footnote and a reference by
 * number show nothing.
 */
export function closeBrackets(reader: PhraseReader): void {
  const { list, brackets, delimiters, text } = reader
  for (const bracket of brackets.splice(0).toReversed()) {
    const isReference = text[bracket.start] === '^' || HALF_NUMBERS.test(text.slice(bracket.start))
    if (bracket.isImage || isReference) {
      cutFrom(list, bracket.span)
      delimiters.length = Math.min(delimiters.length, bracket.delimiters)
    } else removeSpan(list, bracket.span)
  }
}
