import { cleanHeading, collapse } from '../clean-text.ts'
import { describeRows } from '../describe-rows.ts'
import type { SectionBuilder } from '../section-builder.ts'
import type { NextNumber } from './numbering.ts'
import { readRuns, type RunParts } from './read-runs.ts'
import { readLevel, type Style, type Styles } from './styles.ts'
import { readDocxTable } from './docx-table.ts'
import { childOf, elementsIn, valueOf, type XmlElement } from './xml.ts'

export interface DocxParts {
  readonly builder: SectionBuilder
  readonly styleOf: Styles
  readonly nextNumber: NextNumber
  /** Footnotes and endnotes by their name and id. */
  readonly notes: ReadonlyMap<string, XmlElement>
}

/** Elements that stand around paragraphs. */
const WRAPPERS = new Set([
  'w:sdt',
  'w:sdtContent',
  'w:ins',
  'w:customXml',
  'w:smartTag',
  'mc:AlternateContent',
  'mc:Choice',
])
const CONTENTS = /^(?:toc \d|toc heading|table of figures|index \d)/u
const INDENT = '  '
const PICTURES = 'Pictures of the file are not read.'

/** Hands the text of a document of Word to the builder. */
export class DocxBody {
  /** Text of the paragraph with the style "Title". */
  title = ''
  firstHeading = ''
  readonly #parts: DocxParts
  /** Notes that were read: a damaged file can refer to one from many places, or from itself. */
  readonly #readNotes = new Set<string>()
  #hasPictures = false

  constructor(parts: DocxParts) {
    this.#parts = parts
  }

  /** Sentences about content that is left out. */
  get lost(): readonly string[] {
    return this.#hasPictures ? [PICTURES] : []
  }

  read(element: XmlElement | undefined): void {
    if (!element) return
    for (const child of elementsIn(element)) {
      if (child.name === 'w:p') this.#readParagraph(child)
      else if (child.name === 'w:tbl') this.#readTable(child)
      else if (WRAPPERS.has(child.name)) this.read(child)
    }
  }

  #readParagraph(paragraph: XmlElement): void {
    const properties = childOf(paragraph, 'w:pPr')
    const style = this.#parts.styleOf(valueOf(properties, 'w:pStyle'))
    if (CONTENTS.test(style.name)) return
    const { lines, boxes, notes, hasPictures } = this.#readRuns(paragraph, style)
    this.#hasPictures ||= hasPictures
    const number = this.#numberOf(properties, style, lines.join('') !== '')
    const level = readLevel(properties) ?? style.level ?? 0
    if (level > 0) this.#addHeading(level, lines.join(' '), number)
    else if (style.name === 'title' && this.title === '') this.title = cleanHeading(lines.join(' '))
    else for (const [index, line] of lines.entries()) this.#addLine(line, index === 0 ? number : '')
    for (const box of boxes) this.read(box)
    for (const note of notes) this.#readNote(note)
  }

  #readNote(note: string): void {
    if (this.#readNotes.has(note)) return
    this.#readNotes.add(note)
    this.read(this.#parts.notes.get(note))
  }

  #readRuns(paragraph: XmlElement, style: Style): RunParts {
    return readRuns(paragraph, style.isHidden ?? false, this.#parts.styleOf)
  }

  #addHeading(level: number, text: string, number: string): void {
    const full = cleanHeading(`${number} ${text}`)
    if (this.firstHeading === '') this.firstHeading = cleanHeading(text)
    this.#parts.builder.heading(level, full)
  }

  #addLine(line: string, number: string): void {
    const text = collapse(line)
    this.#parts.builder.block(text, number === '' ? text : `${number} ${text}`)
  }

  /** Number of a paragraph of a list; empty paragraphs do not count. */
  #numberOf(properties: XmlElement | undefined, style: Style, hasText: boolean): string {
    const own = childOf(properties, 'w:numPr')
    const id = valueOf(own, 'w:numId') ?? style.numberId
    if (id === undefined || id === '0' || !hasText) return ''
    const level = Number(valueOf(own, 'w:ilvl') ?? style.numberLevel ?? 0)
    const number = this.#parts.nextNumber(id, level)
    if (number === undefined || number === '') return ''
    return style.level === undefined ? INDENT.repeat(level) + number : number
  }

  #readTable(table: XmlElement): void {
    const rows = readDocxTable(table, (paragraph) => {
      const style = this.#parts.styleOf(valueOf(childOf(paragraph, 'w:pPr'), 'w:pStyle'))
      return this.#readRuns(paragraph, style).lines
    })
    for (const { text, full } of describeRows(rows, '')) this.#parts.builder.block(text, full)
  }
}
