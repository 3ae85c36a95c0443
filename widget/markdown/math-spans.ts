import { trimEndOf } from './characters.ts'
import { MAX_FORMULA_CHARS } from './limits.ts'
import { findMark, type PhraseReader } from './phrase-reader.ts'
import { addSpan } from './spans.ts'

/** What is looked at of a name. */
const MAX_VARIABLE_CHARS = 64

const WORD = /[\p{L}\p{N}]/u
const MEANS_SOMETHING = /[\p{L}\p{N}]/u
/** A formula whose end has not come: no digit first, which would rather be money. */
const GROWING = /^[\p{L}\\([{|+-][^\n]*$/u
/** A variable of a shell or a template, or the beginning of one. */
const VARIABLE = /^\{[\p{L}_][\p{L}\p{N}_]+(?:\}(?![\^_])|$)/u
/** Variables without braces are told by their capitals, one after the other. */
const CAPITALS = /^[A-Z_][A-Z0-9_]+/
/** Two words in a row are a sentence. */
const SENTENCE = /\p{L}{2,}[,.]? \p{L}{2,}/u

/** Reads `$…$` or `$$…$$`. False when the dollar is just one. */
export function readDollarMath(reader: PhraseReader): boolean {
  const { text, at } = reader
  const isDisplay = text[at + 1] === '$'
  if (text[at + 2] === '$' && isDisplay) return false
  const start = at + (isDisplay ? 2 : 1)
  const end = isDisplay ? findMark(reader, '$$', start) : findInlineEnd(reader, start)
  if (end === -1) return growFormula(reader, { start, isDisplay })
  return addFormula(reader, { start, end, close: isDisplay ? '$$' : '$', isDisplay })
}

/** Reads `\(…\)` or `\[…\]`, whose backslash is at the cursor. */
export function readBackslashMath(reader: PhraseReader): boolean {
  const { text, at } = reader
  const isDisplay = text[at + 1] === '['
  const close = isDisplay ? '\\]' : '\\)'
  const start = at + 2
  const end = findMark(reader, close, start)
  if (end === -1) return growFormula(reader, { start, isDisplay })
  return addFormula(reader, { start, end, close, isDisplay })
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

function addFormula(
  reader: PhraseReader,
  place: { start: number; end: number; close: string; isDisplay: boolean },
): boolean {
  const { start, end, close, isDisplay } = place
  const text = reader.text.slice(start, end)
  if (text.length > MAX_FORMULA_CHARS || !MEANS_SOMETHING.test(text) || text.includes('`')) {
    return false
  }
  const next = end + close.length
  const raw = reader.text.slice(reader.at, next)
  addSpan(reader.list, { type: 'math', text: text.trim(), raw, isDisplay, isOpen: false })
  reader.at = next
  return true
}

/** While the text grows, a formula shows its source without the dollars. */
function growFormula(
  reader: PhraseReader,
  { start, isDisplay }: { start: number; isDisplay: boolean },
): boolean {
  if (!reader.mode.isTail || reader.text.length - start > MAX_FORMULA_CHARS) return false
  const text = trimEndOf(reader.text.slice(start), ' \n\t$\\')
  const isFormula = isDisplay || (GROWING.test(text) && !VARIABLE.test(text))
  if (text !== '' && (!isFormula || SENTENCE.test(text))) return false
  if (WORD.test(reader.text[reader.at - 1] ?? '')) return false
  if (text !== '') addSpan(reader.list, { type: 'math', text, raw: text, isDisplay, isOpen: true })
  reader.at = reader.text.length
  return true
}
