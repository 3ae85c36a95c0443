import { type BareAddress, bareLink, findSchemeAddress, findWwwAddress } from './bare-links.ts'
import { closeBracket, closeBrackets, openBracket } from './brackets.ts'
import { isPunctuation, trimEndOf } from './characters.ts'
import { readReference } from './decode-entities.ts'
import type { Definitions } from './definitions.ts'
import { closeEmphasis, matchEmphasis, readDelimiters } from './emphasis.ts'
import { skipFileMark } from './file-marks.ts'
import { readBackslashMath, readDollarMath } from './formula-spans.ts'
import type { Phrase } from './nodes.ts'
import type { PhraseReader, ReadMode } from './phrase-reader.ts'
import { addSpan, addText, listInlines } from './spans.ts'
import { type Found, readAngle, readCode } from './verbatim-spans.ts'

export type { ReadMode } from './phrase-reader.ts'

export const EMPTY_PHRASE: Phrase = {
  inlines: [],
  source: '',
  misses: [],
  notes: [],
  isProvisional: false,
}

/** A `w` inside a word does not start an address. */
const PLAIN = /[^\n`[\]\\!<&*_~$:w【]+(?:(?<=[A-Za-z0-9])w[^\n`[\]\\!<&*_~$:w【]*)*/y

/** Reads inline text: emphasis, code, links, formulas. Takes linear time. */
export function readPhrase(source: string, definitions: Definitions, mode: ReadMode): Phrase {
  const text = mode.isTail ? trimTail(source) : source
  if (text === '') return { ...EMPTY_PHRASE, source, isProvisional: mode.isTail }
  const reader: PhraseReader = {
    text,
    definitions,
    mode,
    at: 0,
    list: { first: undefined, last: undefined },
    delimiters: [],
    brackets: [],
    linkDepth: 0,
    misses: [],
    notes: [],
    isProvisional: mode.isTail,
    codeRuns: undefined,
    marks: new Map(),
  }
  while (reader.at < text.length) readNext(reader)
  if (mode.isTail) closeBrackets(reader)
  matchEmphasis(reader.list, reader.delimiters, 0)
  if (mode.isTail) closeEmphasis(reader.list, reader.delimiters)
  const { misses, notes, isProvisional } = reader
  return { inlines: listInlines(reader.list), source, misses, notes, isProvisional }
}

function readNext(reader: PhraseReader): void {
  const { text, at, list } = reader
  PLAIN.lastIndex = at
  const plain = PLAIN.exec(text)?.[0]
  if (plain !== undefined) {
    addText(list, plain)
    reader.at += plain.length
    return
  }
  const char = text[at] ?? ''
  switch (char) {
    case '\n':
      return readLineEnd(reader)
    case '*':
    case '_':
    case '~':
      reader.at = readDelimiters(text, at, reader)
      return
    case '[':
      return openBracket(reader, { isImage: false })
    case ']':
      return closeBracket(reader)
    case '!':
      if (text[at + 1] === '[') return openBracket(reader, { isImage: true })
      break
    default:
  }
  const found = readAtom(reader, char)
  reader.at = found?.end ?? at + 1
  if (found === undefined) addText(list, char)
  else if (found.inline !== undefined) addSpan(list, found.inline)
}

/** Reads an inline whose meaning does not depend on its surroundings; `undefined` for plain text. */
function readAtom(reader: PhraseReader, char: string): Found | undefined {
  switch (char) {
    case 'w': {
      const { text, at, brackets } = reader
      const found = findWwwAddress(text, at, brackets.length > 0)
      return found && linkTo(text, found, 'http://')
    }
    case '`':
      return readCode(reader)
    case '<':
      return readAngle(reader)
    case '$':
      return readDollarMath(reader)
    case '\\':
      return readBackslash(reader)
    case '&': {
      const found = readReference(reader.text, reader.at)
      return found && foundText(found.text, reader.at + found.length)
    }
    case ':':
      return readAddress(reader)
    case '【': {
      const end = skipFileMark(reader)
      return end === undefined ? undefined : { inline: undefined, end }
    }
    default:
      return undefined
  }
}

const foundText = (text: string, end: number): Found => ({ inline: { type: 'text', text }, end })

function linkTo(text: string, { start, end }: BareAddress, before = ''): Found {
  const address = text.slice(start, end)
  return { inline: bareLink(address, before + address), end }
}

/** Reads an address with a scheme. The scheme was already read as text, and is removed from it. */
function readAddress({ text, at, list, brackets }: PhraseReader): Found | undefined {
  const found = findSchemeAddress(text, at, brackets.length > 0)
  const before = list.last
  if (found === undefined || before?.inline.type !== 'text') return undefined
  const scheme = text.slice(found.start, at)
  if (!before.inline.text.endsWith(scheme)) return undefined
  before.inline = { type: 'text', text: before.inline.text.slice(0, -scheme.length) }
  return linkTo(text, found)
}

/** Two spaces before the end make a line break; a single space is dropped. */
function readLineEnd(reader: PhraseReader): void {
  const { text, at, list } = reader
  const before = list.last
  let isHard = false
  if (before?.inline.type === 'text') {
    const text = trimEndOf(before.inline.text, ' ')
    isHard = before.inline.text.length - text.length >= 2
    before.inline = { type: 'text', text }
  }
  if (isHard) addSpan(list, { type: 'break' })
  else addText(list, '\n')
  reader.at = skipIndent(text, at + 1)
}

function skipIndent(text: string, start: number): number {
  let end = start
  while (text[end] === ' ') end += 1
  return end
}

function readBackslash(reader: PhraseReader): Found {
  const { text, at } = reader
  const next = text[at + 1] ?? ''
  const formula = next === '(' || next === '[' ? readBackslashMath(reader) : undefined
  if (formula !== undefined) return formula
  if (next === '\n') return { inline: { type: 'break' }, end: skipIndent(text, at + 2) }
  return isPunctuation(next) ? foundText(next, at + 2) : foundText('\\', at + 1)
}

const MARKS = '*_~$'
const SPACE = /\s/
/** Half a character reference, or half of the only tag that is rendered. */
const HALF_REFERENCE = /(?:&#?[\dA-Za-z]{0,31}|<(?:b(?:r *\/?)?)?)$/i

/**
 * Removes a possibly incomplete end of a growing phrase: spaces, delimiters, half an escape or reference. The
 * reader closes delimiters instead.
 */
function trimTail(source: string): string {
  const text = source.replace(HALF_REFERENCE, '')
  let end = text.length
  while (end > 0) {
    const char = text[end - 1] ?? ''
    const isHalfEscape = char === '\\' && isEscaped(text, end)
    const isMark = MARKS.includes(char) && !(text[end - 2] === '\\' && isEscaped(text, end - 1))
    const isHalfImage = char === '!' && (end === 1 || SPACE.test(text[end - 2] ?? ''))
    if (!SPACE.test(char) && !isHalfEscape && !isMark && !isHalfImage) break
    end -= 1
  }
  return text.slice(0, end)
}

/** True if an odd number of backslashes precedes `at`. */
function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}
