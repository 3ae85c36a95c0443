import type { ReadDocument } from '../../document.ts'
import type { OutlineEntry, TextLine, TextPage } from '../../../files/pdf/pdf-messages.ts'
import { UnreadError } from '../../unread-error.ts'
import { cleanHeading } from '../clean-text.ts'
import { finishDocument } from '../finish-document.ts'
import { SectionBuilder } from '../section-builder.ts'
import { nameOfAddress } from '../title.ts'
import { joinLines } from './join-lines.ts'
import { dropRunningLines } from './running-lines.ts'

/** Letters in a hundred that a file without a map of its letters shows as signs. */
const UNREADABLE_SHARE = 0.03
const UNREADABLE = /[\p{Cc}\p{Co}\ufffd]/gu
/** Outlines and lines are compared without what a printer changes. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
/** A line this much larger than most lines is a heading. */
const HEADING_RATIO = 1.15
const HEADING_LETTERS_MAX = 120
const NUMBERS_MIN = 2
const TABLE_LINES_MIN = 3
const SHIFTED =
  'Tables of this PDF may have lost empty cells: a number can seem to stand in another column.'

/**
 * A document of the pages of a PDF. Headings are the entries of its outline, else larger lines.
 *
 * @throws UnreadError `empty`, `unreadable_text`.
 */
export function composePdf(pages: readonly TextPage[], address: string): ReadDocument {
  checkText(pages)
  const file = pages[0]?.file
  const builder = new SectionBuilder()
  const cleaned = dropRunningLines(pages)
  const hasOutline = pages.some(({ outline }) => outline.length > 0)
  const usual = usualSize(cleaned.flatMap(({ lines }) => lines))
  const sizes = hasOutline ? [] : headingSizes(cleaned, usual)
  const first = cleaned
    .flatMap(({ lines }) => lines)
    .find(({ size }) => size > usual * HEADING_RATIO)
  const title =
    cleanTitle(file?.title ?? '') || cleanHeading(first?.text ?? '') || nameOfAddress(address)
  for (const [index, page] of cleaned.entries()) {
    const label = page.label !== '' && page.label !== String(index + 1) ? page.label : undefined
    builder.page(index + 1, label)
    addPage(builder, page, title, (line) => levelOf(line, sizes))
  }
  return finishDocument(builder, builder.finish(), {
    title,
    date: readPdfDate(file?.changed ?? ''),
    notes: cleaned.some(holdsTable) ? [SHIFTED] : [],
  })
}

function checkText(pages: readonly TextPage[]): void {
  const text = pages.flatMap(({ lines }) => lines.map((line) => line.text)).join('')
  const letters = text.replace(/\s+/gu, '').length
  if (letters === 0) {
    throw new UnreadError('empty', 'The PDF has no text; it may consist of pictures of pages.')
  }
  const strange = text.replace(/[\s\ufffe]+/gu, '').match(UNREADABLE)?.length ?? 0
  if (strange > UNREADABLE_SHARE * letters) {
    throw new UnreadError(
      'unreadable_text',
      'The text of this PDF cannot be read: it has no map of its letters.',
    )
  }
}

function addPage(
  builder: SectionBuilder,
  page: TextPage,
  title: string,
  levelOfLine: (line: TextLine) => number | undefined,
): void {
  const waiting: OutlineEntry[] = [...page.outline]
  let paragraph: TextLine[] = []
  const flush = () => {
    for (const text of joinLines(paragraph)) builder.block(text)
    paragraph = []
  }
  const head = (level: number, text: string) => {
    flush()
    if (cleanHeading(text) === title) builder.endHeadings()
    else builder.heading(level, text)
  }
  for (const line of page.lines) {
    const entry = waiting.findIndex(({ title: text }) => isSame(text, line.text))
    const level = levelOfLine(line)
    if (entry !== -1) {
      // Entries before it stand on the page without a line of their own.
      for (const { level: at, title: text } of waiting.splice(0, entry + 1)) head(at, text)
    } else if (level !== undefined) head(level, line.text)
    else paragraph.push(line)
  }
  flush()
  for (const { level, title: text } of waiting) head(level, text)
}

/** An outline often leaves out or adds the number of a heading. */
function isSame(entry: string, line: string): boolean {
  const [short, long] = [bare(entry), bare(line)].toSorted((a, b) => a.length - b.length)
  if (!short || !long || long.length > short.length + 6) return false
  return long.endsWith(short) || long.startsWith(short)
}

/** The size of most letters. */
function usualSize(lines: readonly TextLine[]): number {
  const letters = new Map<number, number>()
  for (const { text, size } of lines) {
    const rounded = Math.round(size * 2) / 2
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
  }
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** Sizes of headings, the largest first. */
function headingSizes(pages: readonly TextPage[], usual: number): readonly number[] {
  const sizes = pages
    .flatMap(({ lines }) => lines)
    .filter(({ text, size }) => size > usual * HEADING_RATIO && text.length <= HEADING_LETTERS_MAX)
    .map(({ size }) => Math.round(size))
  return [...new Set(sizes)].toSorted((a, b) => b - a)
}

function levelOf({ text, size }: TextLine, sizes: readonly number[]): number | undefined {
  if (text.length > HEADING_LETTERS_MAX || !/\p{L}/u.test(text)) return undefined
  const index = sizes.indexOf(Math.round(size))
  return index === -1 ? undefined : index + 1
}

/** Printers give titles such as "Microsoft Word - prices.docx". */
function cleanTitle(title: string): string {
  const clean = cleanHeading(title)
  return /^(?:untitled|unbenannt|about:blank|microsoft (?:word|excel|powerpoint) - )|\.\w{2,5}$/iu.test(
    clean,
  )
    ? ''
    : clean
}

function readPdfDate(text: string): string | undefined {
  const [, year, month, day] = /^D:(\d{4})(\d\d)(\d\d)/u.exec(text) ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}`
}

/** True if some lines in a row hold several numbers each. */
function holdsTable({ lines }: TextPage): boolean {
  let run = 0
  return lines.some(({ text }) => {
    const numbers = text.match(/(?<![\p{L}\d])\d[\d.,]*(?![\p{L}\d])/gu)?.length ?? 0
    run = numbers >= NUMBERS_MIN ? run + 1 : 0
    return run >= TABLE_LINES_MIN
  })
}
