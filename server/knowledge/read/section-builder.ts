import type { Section } from '../document.ts'
import { cleanHeading, cutLetters, shortOrNone, withoutInvisible } from './clean-text.ts'
import {
  ANCHOR_LETTERS_MAX,
  FULL_LETTERS_MAX,
  HEADING_LETTERS_MAX,
  LABEL_LETTERS_MAX,
  SECTION_HEADINGS_MAX,
  SECTIONS_MAX,
  TEXT_LETTERS_MAX,
} from './read-limits.ts'

interface Heading {
  /** Infinity: opened by `openScope`. */
  readonly level: number
  readonly text: string
  readonly anchor: string | undefined
  /** True if it heads nothing so far. */
  isEmpty: boolean
}

interface Place {
  readonly page?: number
  readonly pageLabel?: string
}

/** Collects headings and blocks in the order of a document, and gives its sections. */
export class SectionBuilder {
  readonly #sections: Section[] = []
  readonly #language: string | undefined
  #headings: Heading[] = []
  /** Headings that are open around a scope: headings within it do not end them. */
  #floor = 0
  #blocks: string[] = []
  #fullBlocks: string[] = []
  #textLanguage: string | undefined
  #place: Place = {}
  #titleAnchor: string | undefined
  #letters = 0
  #isFull = false

  /** @param language of the document. */
  constructor(language?: string) {
    this.#language = language
  }

  /** True if text was left out because the document is too large. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Letters of all blocks. */
  get letters(): number {
    return this.#letters
  }

  /** Text of the innermost open heading. */
  get lastHeading(): string | undefined {
    return this.#headings.at(-1)?.text
  }

  /** Starts a section below the headings with lower levels. */
  heading(level: number, text: string, anchor?: string): void {
    const clean = cleanHeading(text)
    if (clean === '') return
    this.#flush()
    while (this.#headings.length > this.#floor && (this.#headings.at(-1)?.level ?? 0) >= level) {
      this.#close()
    }
    this.#push(level, clean, anchor)
  }

  /** Ends all headings, as the title of the document does; `anchor` is that of the text below. */
  endHeadings(anchor?: string): void {
    this.#flush()
    while (this.#headings.length > this.#floor) this.#close()
    this.#titleAnchor = shortOrNone(anchor, ANCHOR_LETTERS_MAX)
  }

  /** Runs `work` below a heading that ends with it, such as the question of a panel. */
  scope(text: string, anchor: string | undefined, work: () => void): void {
    const clean = cleanHeading(text)
    if (clean === '') return work()
    this.#flush()
    const floor = this.#floor
    const depth = this.#headings.length
    this.#push(Infinity, clean, anchor)
    this.#floor = depth + 1
    work()
    this.#flush()
    while (this.#headings.length > depth) this.#close()
    this.#floor = floor
  }

  /** @param full the block as the index takes it, if it differs. */
  block(text: string, full: string = text): void {
    if (text === '' || this.#isFull) return
    const room = TEXT_LETTERS_MAX - this.#letters
    this.#isFull = text.length > room || this.#sections.length >= SECTIONS_MAX
    if (this.#sections.length >= SECTIONS_MAX || room === 0) return
    this.#letters += Math.min(text.length, room)
    this.#blocks.push(text.slice(0, room))
    const taken = full.length > FULL_LETTERS_MAX ? text : full
    this.#fullBlocks.push(withoutInvisible(taken.slice(0, room)))
  }

  /** Language of the text that follows; undefined: that of the document. */
  language(language: string | undefined): void {
    const short = shortOrNone(language, LABEL_LETTERS_MAX)
    if (short === this.#textLanguage) return
    this.#flush()
    this.#textLanguage = short
  }

  /** Page of the text that follows. */
  page(page: number, pageLabel?: string): void {
    this.#flush()
    const label = shortOrNone(pageLabel, LABEL_LETTERS_MAX)
    this.#place = { page, ...(label !== undefined && { pageLabel: label }) }
  }

  /** All sections; the builder is used up. */
  finish(): readonly Section[] {
    this.#flush()
    while (this.#headings.length > 0) this.#close()
    return this.#sections
  }

  #push(level: number, text: string, anchor: string | undefined): void {
    const above = this.#headings.at(-1)
    if (above) above.isEmpty = false
    this.#headings.push({
      level,
      text,
      anchor: shortOrNone(anchor, ANCHOR_LETTERS_MAX) ?? (above ? above.anchor : this.#titleAnchor),
      isEmpty: true,
    })
  }

  /** A heading that heads nothing is text itself. */
  #close(): void {
    const heading = this.#headings.at(-1)
    if (heading?.isEmpty) {
      this.block(heading.text)
      this.#flush()
    }
    this.#headings.pop()
  }

  #flush(): void {
    if (this.#blocks.length === 0) return
    const last = this.#headings.at(-1)
    if (last) last.isEmpty = false
    const anchor = last ? last.anchor : this.#titleAnchor
    const isSame = this.#blocks.every((block, index) => block === this.#fullBlocks[index])
    const language = this.#textLanguage === this.#language ? undefined : this.#textLanguage
    this.#sections.push({
      headings: this.#headings
        .slice(-SECTION_HEADINGS_MAX)
        .map(({ text }) => cutLetters(text, HEADING_LETTERS_MAX)),
      ...(anchor !== undefined && { anchor }),
      ...this.#place,
      ...(language !== undefined && { language }),
      blocks: this.#blocks,
      ...(!isSame && { fullBlocks: this.#fullBlocks }),
    })
    this.#blocks = []
    this.#fullBlocks = []
  }
}
