import { cleanHeading, collapse } from '../clean-text.ts'
import { describeRows } from '../describe-rows.ts'
import type { SectionBuilder } from '../section-builder.ts'
import {
  attributeOf,
  childrenOf,
  closest,
  elementsOf,
  headingLevel,
  isBlock,
  isElement,
  isSilent,
  isText,
  listElements,
  textOf,
} from './dom.ts'
import { InlineText } from './inline-text.ts'
import { isHidden, type Panels } from './panels.ts'
import type { Element, Node } from './parse-html.ts'
import { readCode } from './read-code.ts'
import { readTable } from './read-table.ts'

export interface WalkParts {
  readonly builder: SectionBuilder
  readonly panels: Panels
  /** Title of the document, which is not a heading above its text. */
  readonly title: string
  /** Parts of the page that are not its text. */
  isNoise(element: Element): boolean
}

const CONTROLS = new Set([
  'button',
  'input',
  'select',
  'textarea',
  'label',
  'option',
  'progress',
  'meter',
  'output',
])
const STRUCK = new Set(['del', 's', 'strike'])
const LETTER = /[\p{L}\p{N}]/u
const DIGIT = /\d/u

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
    if (CONTROLS.has(element.tagName) || isPermalink(element)) return true
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
    const isStruck = STRUCK.has(element.tagName)
    // "9⁹⁹" and "10⁶" would read as 999 and 106.
    const isRaised = element.tagName === 'sup' && DIGIT.test(this.#inline.last)
    if (isStruck) this.#inline.mark('~~')
    if (isRaised && DIGIT.test(textOf(element)[0] ?? '')) this.#inline.mark('^')
    this.#visitChildren(element)
    if (isStruck) this.#inline.mark('~~')
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
    this.#builder.scope(summary ? headingText(summary) : '', anchor, () => {
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
    const { language = '', lines } = readCode(pre)
    const last = lines.findLastIndex((line) => line.trim() !== '')
    let before = `\`\`\`${language}\n`
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '') before += '\n'
      else {
        this.#builder.block(
          line.trimEnd(),
          before + line.trimEnd() + (index === last ? '\n```' : ''),
        )
        before = ''
      }
    }
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
    const parts = elementsOf(list).flatMap((part) =>
      part.tagName === 'div' ? elementsOf(part) : [part],
    )
    let names: Element[] = []
    for (const part of parts) {
      if (part.tagName === 'dt') names.push(part)
      else {
        this.#visitDescription(names, part)
        names = []
      }
    }
    for (const name of names) this.#visit(name)
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
    const own = [...names, value]
      .map((part) => collapse(textOf(part)))
      .filter((part) => part !== '')
    this.#emit(own.join('\t'), `${cleanHeading(text)}: ${own.at(-1)}`)
  }
}

/** Links of a heading to itself, such as "#" and "¶". */
function isPermalink(element: Element): boolean {
  if (element.tagName !== 'a' || !(attributeOf(element, 'href') ?? '').includes('#')) return false
  return !LETTER.test(textOf(element)) && textOf(element).trim() !== ''
}

const ownAnchor = (element: Element): string | undefined =>
  attributeOf(element, 'id') ||
  (element.tagName === 'a' ? attributeOf(element, 'name') : undefined) ||
  undefined

/** Id of an element, else of the first one in it. */
function anchorWithin(element: Element): string | undefined {
  for (const part of listElements(element)) {
    const anchor = ownAnchor(part)
    if (anchor !== undefined) return anchor
  }
  return undefined
}

const HEADING_EXTRAS = /(?:^|\s)(?:mw-editsection|sr-only|visually-hidden|headerlink)(?:\s|$)/u

/** Text of a heading with that of its buttons, without links to itself and letters for screen readers alone. */
export function headingText(element: Element): string {
  let text = ''
  const walk = (at: Element) => {
    for (const child of childrenOf(at)) {
      if (isText(child)) text += child.value
      else if (isElement(child) && !isExtra(child)) {
        if (isBlock(child)) text += ' '
        walk(child)
      }
    }
  }
  walk(element)
  const clean = cleanHeading(text)
  return clean === '' ? cleanHeading(textOf(element)) : clean
}

const isExtra = (element: Element): boolean =>
  isSilent(element) ||
  isPermalink(element) ||
  attributeOf(element, 'aria-hidden') === 'true' ||
  HEADING_EXTRAS.test(attributeOf(element, 'class') ?? '')

/** True if the element is around or the same as the other. */
export const isAround = (around: Element, element: Element): boolean =>
  closest(element, (at) => at === around) !== undefined
