import { cleanHeading } from '../clean-text.ts'
import {
  attributeOf,
  childrenOf,
  headingLevel,
  isBlock,
  isElement,
  isSilent,
  isText,
  listElements,
  textOf,
} from './dom.ts'
import { isHidden } from './panels.ts'
import type { Element } from './parse-html.ts'

const LETTER = /[\p{L}\p{N}]/u

/** Links of a heading to itself, such as "#" and "¶". */
export function isPermalink(element: Element): boolean {
  if (element.tagName !== 'a' || !(attributeOf(element, 'href') ?? '').includes('#')) return false
  return !LETTER.test(textOf(element)) && textOf(element).trim() !== ''
}

/** Id of an element, or the name of a link that is a target. */
export const ownAnchor = (element: Element): string | undefined =>
  attributeOf(element, 'id') ||
  (element.tagName === 'a' ? attributeOf(element, 'name') : undefined) ||
  undefined

/** Id of an element, else of the first one in it. */
export function anchorWithin(element: Element): string | undefined {
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

/** Text of a summary: of its heading, if it has one, without the marks beside it. */
export function summaryText(summary: Element): string {
  const heading = listElements(summary).find((element) => headingLevel(element) !== undefined)
  return headingText(heading ?? summary)
}

const isExtra = (element: Element): boolean =>
  isSilent(element) ||
  isPermalink(element) ||
  isHidden(element) ||
  HEADING_EXTRAS.test(attributeOf(element, 'class') ?? '')
