import { characterAt, characterBefore, kindOf } from './characters.ts'
import type { Inline } from './nodes.ts'
import { addText, removeSpan, type Span, type SpanList, wrapBetween } from './spans.ts'

/** A run of `*`, `_` or `~` that may open or close emphasis. */
export interface Delimiter {
  readonly span: Span
  readonly char: string
  readonly original: number
  /** Number of unused characters of the run. */
  count: number
  readonly canOpen: boolean
  readonly canClose: boolean
  /** A single `*` inside a word: probably arithmetic while its end is unknown. */
  readonly isInWord: boolean
}

/** Runs of a phrase, in order. */
export type Delimiters = Delimiter[]

/** Two tildes strike text; a single tilde is written before a number, or between two. */
const STRIKE = 2

/** Reads the run at `at`; returns the offset behind it. */
export function readDelimiters(
  text: string,
  at: number,
  { list, delimiters }: { list: SpanList; delimiters: Delimiters },
): number {
  const char = text[at] ?? ''
  let end = at
  while (text[end] === char) end += 1
  const count = end - at
  const span = addText(list, text.slice(at, end))
  if (char === '~' && count !== STRIKE) return end
  const previous = characterBefore(text, at)
  const before = kindOf(previous)
  const after = kindOf(characterAt(text, end))
  // Text without spaces has only punctuation beside a delimiter. Wide characters count like a space, so that
  // `中文**“强调”**中文` is strong.
  const opens = after !== 'space' && (after !== 'punctuation' || before !== 'letter')
  const closes = before !== 'space' && (before !== 'punctuation' || after !== 'letter')
  const isBeforeMark = before === 'punctuation' || before === 'wide-punctuation'
  const isAfterMark = after === 'punctuation' || after === 'wide-punctuation'
  const canOpen = char === '_' ? opens && (!closes || isBeforeMark) : opens
  const canClose = char === '_' ? closes && (!opens || isAfterMark) : closes
  if (!canOpen && !canClose) return end
  const isInWord = char === '*' && count === 1 && /[A-Za-z0-9]/.test(previous)
  delimiters.push({ span, char, original: count, count, canOpen, canClose, isInWord })
  return end
}

/** Matches the runs from `bottom` on, and removes them from the list. */
export function matchEmphasis(list: SpanList, delimiters: Delimiters, bottom: number): void {
  const open: Delimiter[] = []
  // Depths in `open` below which no opener fits a closer of that sort.
  const floors = new Map<string, number>()
  for (const closer of delimiters.slice(bottom)) {
    while (closer.canClose && closer.count > 0) {
      const sort = sortOf(closer)
      const index = findOpener(open, closer, floors.get(sort) ?? 0)
      const opener = open[index]
      if (opener === undefined) {
        floors.set(sort, open.length)
        break
      }
      if (!join(list, opener, closer)) {
        closer.count = 0
        break
      }
      open.length = opener.count > 0 ? index + 1 : index
      for (const [key, floor] of floors) if (floor > open.length) floors.set(key, open.length)
    }
    if (closer.canOpen && closer.count > 0) open.push(closer)
  }
  delimiters.length = bottom
  delimiters.push(...open)
}

/** Closers of the same sort match the same openers. */
const sortOf = ({ char, canOpen, original }: Delimiter): string =>
  char === '~' ? char : `${char}${canOpen ? 1 : 0}${original % 3}`

function findOpener(open: readonly Delimiter[], closer: Delimiter, floor: number): number {
  for (let index = open.length - 1; index >= floor; index -= 1) {
    const opener = open[index]
    if (opener !== undefined && opener.char === closer.char && fits(opener, closer)) return index
  }
  return -1
}

function fits(opener: Delimiter, closer: Delimiter): boolean {
  if (closer.char === '~') return true
  const isBoth = opener.canClose || closer.canOpen
  const isOdd = isBoth && (opener.original + closer.original) % 3 === 0
  return !isOdd || (opener.original % 3 === 0 && closer.original % 3 === 0)
}

function join(list: SpanList, opener: Delimiter, closer: Delimiter): boolean {
  const { char } = closer
  const used = Math.min(opener.count, closer.count, 2)
  const place = { from: opener.span, to: closer.span }
  if (!wrapBetween(list, place, (children) => elementOf(char, used, children))) return false
  spend(list, opener, used)
  spend(list, closer, used)
  return true
}

function spend(list: SpanList, delimiter: Delimiter, used: number): void {
  delimiter.count -= used
  if (delimiter.count === 0) removeSpan(list, delimiter.span)
  else delimiter.span.inline = { type: 'text', text: delimiter.char.repeat(delimiter.count) }
}

function elementOf(char: string, used: number, children: readonly Inline[]): Inline {
  if (char === '~') return { type: 'del', children }
  return { type: used === 2 ? 'strong' : 'em', children }
}

/** Closes open runs at the end of a growing phrase, and hides runs that open nothing yet. */
export function closeEmphasis(list: SpanList, delimiters: Delimiters): void {
  for (const opener of delimiters.toReversed()) {
    const { char, span } = opener
    if (!opener.canOpen || opener.isInWord) continue
    while (opener.count > 0 && span.after !== undefined) {
      const used = opener.count % 2 === 0 ? 2 : 1
      const place = { from: span, to: undefined }
      if (!wrapBetween(list, place, (children) => elementOf(char, used, children))) return
      opener.count -= used
    }
    removeSpan(list, span)
  }
}
