import { readSchemeLink, readWwwLink } from './bare-links.ts'
import { closeBracket, closeBrackets, openBracket } from './brackets.ts'
import { isPunctuation, trimEndOf } from './characters.ts'
import { readCode } from './code-spans.ts'
import { readReference } from './decode-entities.ts'
import type { Definitions } from './definitions.ts'
import { closeEmphasis, matchEmphasis, readDelimiters } from './emphasis.ts'
import { readAngle } from './html-spans.ts'
import { readBackslashMath, readDollarMath } from './math-spans.ts'
import type { Phrase } from './nodes.ts'
import type { PhraseReader, ReadMode } from './phrase-reader.ts'
import { addSpan, addText, listInlines } from './spans.ts'
import { trimTail } from './trim-tail.ts'

export type { ReadMode } from './phrase-reader.ts'

export const EMPTY_PHRASE: Phrase = {
  inlines: [],
  source: '',
  misses: [],
  notes: [],
  isProvisional: false,
}

/** A `w` inside a word starts no address. */
const PLAIN = /[^\n`[\]\\!<&*_~$:w]+(?:(?<=[A-Za-z0-9])w[^\n`[\]\\!<&*_~$:w]*)*/y

/** Reads inline text: emphasis, code, links, formulas. Takes time in step with its length. */
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
    case '`':
      return readCode(reader)
    case '[':
      return openBracket(reader, false)
    case ']':
      return closeBracket(reader)
    case '<':
      return readAngle(reader)
    case '*':
    case '_':
    case '~':
      reader.at = readDelimiters(text, at, reader)
      return
    case '\\':
      return readBackslash(reader)
    case '&':
      return readEntity(reader)
    case '!':
      if (text[at + 1] === '[') return openBracket(reader, true)
      break
    case '$':
      if (readDollarMath(reader)) return
      break
    case ':':
      if (readSchemeLink(reader)) return
      break
    case 'w':
      if (readWwwLink(reader)) return
      break
    default:
  }
  addText(list, char)
  reader.at += 1
}

/** Two spaces before the end break the line; one is dropped. */
function readLineEnd(reader: PhraseReader): void {
  const { text, list } = reader
  const before = list.last
  let isHard = false
  if (before?.inline.type === 'text') {
    const text = trimEndOf(before.inline.text, ' ')
    isHard = before.inline.text.length - text.length >= 2
    before.inline = { type: 'text', text }
  }
  if (isHard) addSpan(list, { type: 'break' })
  else addText(list, '\n')
  reader.at += 1
  while (text[reader.at] === ' ') reader.at += 1
}

function readBackslash(reader: PhraseReader): void {
  const { text, at, list } = reader
  const next = text[at + 1] ?? ''
  if ((next === '(' || next === '[') && readBackslashMath(reader)) return
  if (next === '\n') {
    addSpan(list, { type: 'break' })
    reader.at += 2
    while (text[reader.at] === ' ') reader.at += 1
    return
  }
  const isEscape = isPunctuation(next)
  addText(list, isEscape ? next : '\\')
  reader.at += isEscape ? 2 : 1
}

function readEntity(reader: PhraseReader): void {
  const found = readReference(reader.text, reader.at)
  addText(reader.list, found?.text ?? '&')
  reader.at += found?.length ?? 1
}
