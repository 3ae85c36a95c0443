import { cleanHeading } from '../clean-text.ts'
import { describeRows } from '../describe-rows.ts'
import type { SectionBuilder } from '../section-builder.ts'
import {
  attributeOf,
  childrenOf,
  elementsOf,
  headingLevel,
  isBlock,
  isElement,
  isFormControl,
  isSilent,
  isText,
  listElements,
  textOf,
} from './dom.ts'
import { anchorWithin, headingText, isPermalink, ownAnchor, summaryText } from './heading-text.ts'
import { InlineText } from './inline-text.ts'
import { isHidden, type Panels } from './panels.ts'
import type { Element, Node } from './parse-html.ts'
import { fenceLines, readCode } from './read-code.ts'
import { describePair, readDescriptions } from './read-descriptions.ts'
import { readTable } from './read-table.ts'

export interface WalkParts {
  readonly builder: SectionBuilder
  readonly panels: Panels
  /** Title of the document, which is not a heading above its text. */
  readonly title: string
  /** Parts of the page that are not its text. */
  isNoise(element: Element): boolean
}

const LETTER = /[\p{L}\p{N}]/u

/** Hands the text of a page to the builder, in its order. */
export function walkPage(root: Element, parts: WalkParts): void {
  new PageWalk(parts).walk(root)
}

class PageWalk {
  readonly #parts: WalkParts
  readonly #builder: SectionBuilder
  #inline = new InlineText()
  /** Id that was met after the last text: of the place at which the next heading stands. */
  #pendingAnchor: string | undefined
  /** Number or dash of the next block, which is an item of a list. */
  #marker = ''
  #listDepth = 0
  #language: string | undefined

  constructor(parts: WalkParts) {
    this.#parts = parts
    this.#builder = parts.builder
  }

  walk(root: Element): void {
    this.#visitChildren(root)
    this.#endBlock()
  }

  #visitChildren(element: Element): void {
    for (const child of childrenOf(element)) this.#visit(child)
  }

  #visit(node: Node): void {
    if (isText(node)) {
      this.#inline.append(node.value)
      return
    }
    if (!isElement(node) || this.#isLeftOut(node)) return
    const title = this.#parts.panels.titles.get(node)
    const language = attributeOf(node, 'lang') || undefined
    const isPart = isBlock(node) && language !== undefined && language !== this.#language
    const before = this.#language
    if (isPart) this.#setLanguage(language)
    if (title && cleanHeading(title.text) !== '' && !this.#beginsWith(node, title.text)) {
      this.#endBlock()
      this.#builder.scope(title.text, title.anchor, () => {
        this.#visitElement(node)
        this.#endBlock()
      })
    } else this.#visitElement(node)
    if (isPart) this.#setLanguage(before)
  }

  #isLeftOut(element: Element): boolean {
    if (isSilent(element)) return true
    if (isHidden(element) && !this.#parts.panels.opened.has(element)) return true
    // A panel may be made of any element.
    if (this.#parts.panels.titles.has(element)) return false
    if (isFormControl(element) || isPermalink(element)) return true
    if (this.#parts.panels.controls.has(element)) return true
    const role = attributeOf(element, 'role')
    if (role === 'tab' || role === 'tablist' || role === 'button') return true
    return this.#parts.isNoise(element)
  }

  #setLanguage(language: string | undefined): void {
    this.#endBlock()
    this.#language = language
    this.#builder.language(language)
  }

  /** True if a panel repeats its title as its first heading. */
  #beginsWith(panel: Element, title: string): boolean {
    const heading = listElements(panel).find((element) => headingLevel(element) !== undefined)
    return heading !== undefined && cleanHeading(textOf(heading)) === cleanHeading(title)
  }

  #visitElement(element: Element): void {
    const level = headingLevel(element)
    if (level !== undefined) return this.#visitHeading(element, level)
    switch (element.tagName) {
      case 'details':
        return this.#visitDetails(element)
      case 'table':
        return this.#visitTable(element)
      case 'pre':
        return this.#visitCode(element)
      case 'dl':
        return this.#visitDescriptions(element)
      case 'ul':
      case 'ol':
      case 'menu':
        return this.#visitList(element)
      case 'br':
      case 'hr':
        return this.#endBlock()
      default:
        return isBlock(element) ? this.#visitBlock(element) : this.#visitInline(element)
    }
  }

  #visitBlock(element: Element): void {
    this.#endBlock()
    this.#noteAnchor(element)
    this.#visitChildren(element)
    this.#endBlock()
  }

  #visitInline(element: Element): void {
    this.#noteAnchor(element)
    this.#inline.within(element, () => this.#visitChildren(element))
  }

  #noteAnchor(element: Element): void {
    const id = ownAnchor(element)
    if (id !== undefined && this.#inline.isEmpty) this.#pendingAnchor = id
  }

  #endBlock(): void {
    const { text, full } = this.#inline.take()
    if (text === '') return
    this.#emit(text, full)
  }

  #emit(text: string, full: string): void {
    if (!LETTER.test(text)) return
    this.#builder.block(text, this.#marker + full)
    this.#marker = ''
    this.#pendingAnchor = undefined
  }

  #visitHeading(element: Element, level: number): void {
    this.#endBlock()
    const text = headingText(element)
    const anchor = anchorWithin(element) ?? this.#pendingAnchor
    this.#pendingAnchor = undefined
    if (level === 1 && cleanHeading(text) === this.#parts.title) this.#builder.endHeadings(anchor)
    else this.#builder.heading(level, text, anchor)
  }

  #visitDetails(details: Element): void {
    this.#endBlock()
    const summary = elementsOf(details).find(({ tagName }) => tagName === 'summary')
    const anchor = ownAnchor(details) ?? (summary && anchorWithin(summary)) ?? this.#pendingAnchor
    this.#builder.scope(summary ? summaryText(summary) : '', anchor, () => {
      for (const child of childrenOf(details)) if (child !== summary) this.#visit(child)
      this.#endBlock()
    })
  }

  #visitTable(table: Element): void {
    this.#endBlock()
    this.#noteAnchor(table)
    const data = readTable(table)
    if (!data) return this.#visitChildren(table)
    if (data.caption !== '') this.#emit(data.caption, data.caption)
    for (const { text, full } of describeRows(data.rows, data.caption)) this.#emit(text, full)
  }

  #visitCode(pre: Element): void {
    this.#endBlock()
    this.#noteAnchor(pre)
    for (const { text, full } of fenceLines(readCode(pre))) this.#builder.block(text, full)
    this.#pendingAnchor = undefined
  }

  #visitList(list: Element): void {
    this.#endBlock()
    this.#noteAnchor(list)
    this.#listDepth += 1
    let number = Number.parseInt(attributeOf(list, 'start') ?? '1', 10) || 1
    for (const child of childrenOf(list)) {
      if (isElement(child) && child.tagName === 'li') {
        const sign = list.tagName === 'ol' ? `${number}.` : '-'
        this.#marker = `${'  '.repeat(this.#listDepth - 1)}${sign} `
        number += 1
      }
      this.#visit(child)
    }
    this.#listDepth -= 1
    this.#marker = ''
  }

  /** Names and values: short ones are rows, a name with an id heads its value. */
  #visitDescriptions(list: Element): void {
    this.#endBlock()
    this.#noteAnchor(list)
    for (const { names, value } of readDescriptions(list)) {
      if (value) this.#visitDescription(names, value)
      else for (const name of names) this.#visit(name)
    }
  }

  #visitDescription(names: readonly Element[], value: Element): void {
    const [name] = names
    if (!name || value.tagName !== 'dd' || this.#isLeftOut(value)) return this.#visit(value)
    const anchor = anchorWithin(name)
    const isLong = listElements(value).some((part) => part !== value && isBlock(part))
    const text = names.map((part) => headingText(part)).join(' / ')
    if (anchor !== undefined || isLong) {
      this.#builder.scope(text, anchor, () => {
        this.#visit(value)
        this.#endBlock()
      })
      return
    }
    const row = describePair(names, value)
    this.#emit(row.text, row.full)
  }
}
