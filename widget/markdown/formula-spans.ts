import { characterBefore, kindOf, trimEndOf } from './characters.ts'
import { MAX_FORMULA_CHARS } from './limits.ts'
import { findMark, type PhraseReader } from './phrase-reader.ts'
import type { Found } from './verbatim-spans.ts'

/** Length of the checked part of a name. */
const MAX_VARIABLE_CHARS = 64

const WORD = /[\p{L}\p{N}]/u
/** A formula without its end yet: not starting with a digit, which is more likely money. */
const GROWING = /^[\p{L}\\([{|+-][^\n]*$/u
/** A variable of a shell or a template, or the beginning of one. */
const VARIABLE = /^\{[\p{L}_][\p{L}\p{N}_]+(?:\}(?![\^_])|$)/u
/** Variables without braces consist of capitals. */
const CAPITALS = /^[A-Z_][A-Z0-9_]+/
/** Two words in a row form a sentence. */
const SENTENCE = /\p{L}{2,}[,.]? \p{L}{2,}/u
/** Characters at the end of a name, a price or a path; a formula ends with them only before other words. */
const SEPARATOR = /[-/,;:&=+.|@#]/
/** A command, a power, an equation, an index, a call, or two operands with an operator. */
const FORMULA_SIGN =
  /[\\^=]|(?<![\p{L}\p{N}]{2})_[\p{L}\p{N}{]|(?<!\p{L})\p{L}\(|[\p{L}\p{N})}] ?[+*<>] ?[\p{L}\p{N}\\({]/u
/** An option of a program or an address, which may contain a character of a formula. */
const NO_FORMULA = /--\p{L}|:\/\//u
const LONG_WORD = /\p{L}{2,}/u

interface FormulaPlace {
  /** Offset of the formula's content. */
  readonly start: number
  readonly close: string
  readonly isDisplay: boolean
}

/** Reads a formula, `$…$` or `$$…$$`. `undefined` if the dollar is a currency sign. */
export function readDollarMath(reader: PhraseReader): Found | undefined {
  const { text, at } = reader
  const isDisplay = text[at + 1] === '$'
  if (isDisplay && text[at + 2] === '$') return undefined
  const close = isDisplay ? '$$' : '$'
  const start = at + close.length
  const end = isDisplay ? findMark(reader, close, start) : findInlineEnd(reader, start)
  return readFormula(reader, { start, close, isDisplay }, end)
}

/** Reads a formula, `\(…\)` or `\[…\]`. `undefined` if they are escaped brackets of the text. */
export function readBackslashMath(reader: PhraseReader): Found | undefined {
  const { text, at } = reader
  const isDisplay = text[at + 1] === '['
  const close = isDisplay ? '\\]' : '\\)'
  const start = at + close.length
  const end = findMark(reader, close, start)
  if (end !== -1 && end - start <= MAX_FORMULA_CHARS) {
    const isRead = isDisplay ? isDisplayFormula : isInlineFormula
    if (!isRead(text, { at, start, end })) return undefined
  }
  return readFormula(reader, { start, close, isDisplay }, end)
}

interface Bracketed {
  /** Offset of the opening bracket's backslash. */
  readonly at: number
  readonly start: number
  /** Offset of the closing bracket's backslash. */
  readonly end: number
}

/** Within a line, numbers and words in brackets are more likely a citation or a remark. */
function isDisplayFormula(text: string, { at, start, end }: Bracketed): boolean {
  const source = text.slice(start, end)
  if (hasFormulaSign(source)) return true
  const isAlone = startsLine(text, at) && endsLine(text, end + 2)
  return isAlone && /\p{L}/u.test(source) && !LONG_WORD.test(source)
}

const hasFormulaSign = (source: string): boolean =>
  FORMULA_SIGN.test(source) && !NO_FORMULA.test(source)

function startsLine(text: string, at: number): boolean {
  let start = at
  while (text[start - 1] === ' ') start -= 1
  return start === 0 || text[start - 1] === '\n'
}

function endsLine(text: string, at: number): boolean {
  let end = at
  while (text[end] === ' ') end += 1
  return end === text.length || text[end] === '\n'
}

/** False for brackets of a call (`f\(x\)`) and for those around a remark. */
function isInlineFormula(text: string, { at, start, end }: Bracketed): boolean {
  const source = text.slice(start, end)
  if (isAfterWord(text, at)) return /[\\^]/.test(source)
  return hasFormulaSign(source) || !SENTENCE.test(source)
}

/** True if a letter or digit of a script with spaces between words ends before `at`. */
const isAfterWord = (text: string, at: number): boolean => {
  const before = characterBefore(text, at)
  return kindOf(before) === 'letter' && WORD.test(before)
}

/** Pandoc's rule: no space inside the dollars, and no digit after the closing one. */
function findInlineEnd(reader: PhraseReader, start: number): number {
  const { text } = reader
  if (/\s/.test(text[start] ?? ' ') || isAfterWord(text, start - 1)) return -1
  if (VARIABLE.test(text.slice(start, start + MAX_VARIABLE_CHARS))) return -1
  for (let end = start; ; end += 1) {
    end = findMark(reader, '$', end)
    if (end === -1 || end - start > MAX_FORMULA_CHARS) return -1
    const last = text[end - 1] ?? ''
    if (last === '\\') continue
    const isEnd = !/\s/.test(last) && !/[\d${]/.test(text[end + 1] ?? '')
    return isEnd && !isBetweenNames(text, start, end) ? end : -1
  }
}

/** True for `$A:$B`, `$fee/$tax`, and two dollars in a text without spaces, as in `用$的和用$的`. */
function isBetweenNames(text: string, start: number, end: number): boolean {
  const isCapital = [start, end + 1].every((at) =>
    CAPITALS.test(text.slice(at, at + MAX_VARIABLE_CHARS)),
  )
  if (isCapital) return true
  if (SEPARATOR.test(text[end - 1] ?? '') && /[A-Za-z_]/.test(text[end + 1] ?? '')) return true
  return isUnspaced(text, start - 1) && hasWideLetter(text.slice(start, end))
}

const isUnspaced = (text: string, at: number): boolean =>
  kindOf(characterBefore(text, at)) === 'wide'

const hasWideLetter = (source: string): boolean =>
  !source.includes('\\') && [...source].some((char) => kindOf(char) === 'wide')

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
  if (isAfterWord(text, at) || (isUnspaced(text, at) && hasWideLetter(source))) return undefined
  if (source === '') return { inline: undefined, end: text.length }
  // Brackets in a line may belong to the text: their content is shown as text until a character decides.
  const isOpenQuestion =
    text.startsWith('\\[', at) && !startsLine(text, at) && !hasFormulaSign(source)
  if (isOpenQuestion) return { inline: { type: 'text', text: source }, end: text.length }
  const inline = { type: 'math', text: source, raw: source, isDisplay, isOpen: true } as const
  return { inline, end: text.length }
}
