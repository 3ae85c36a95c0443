import type { ReadDocument } from '../../document.ts'
import { UnreadError } from '../../unread-error.ts'
import { readChangeInText, readDateInText } from '../dates.ts'
import { finishDocument } from '../finish-document.ts'
import { SectionBuilder } from '../section-builder.ts'
import { chooseTitle } from '../title.ts'
import { listElements, textOf } from './dom.ts'
import { findContent } from './find-content.ts'
import { headingText } from './heading-text.ts'
import { checkReadable } from './check-readable.ts'
import { readMetadata } from './metadata.ts'
import { isNoise } from './noise.ts'
import { findPanels, isHidden } from './panels.ts'
import { type Element, type Page, parseHtml } from './parse-html.ts'
import { walkPage } from './walk-page.ts'
import { weigh } from './weights.ts'

/** Paragraphs in which a page tells from when on it holds. */
const DATED_BLOCKS = 12

/**
 * Reads a page.
 *
 * @param address of the page; its links are resolved from there.
 * @throws UnreadError for a page of scripts, a login page, or one that is nested too deep.
 */
export function readHtml(html: string, address: string): ReadDocument {
  const elements = listPage(parseHtml(html))
  const body = elements.find(({ tagName }) => tagName === 'body')
  if (!body) throw new UnreadError('empty', 'The page has no text.')
  const metadata = readMetadata(elements, address)
  const weights = weigh(body)
  const content = findContent(body, weights)
  const { htmlTitle } = metadata
  const title = chooseTitle(htmlTitle, findHeading(content.root, elements, htmlTitle), address)
  const builder = new SectionBuilder(metadata.language)
  const context = { ...content, weights }
  const isLeftOut = remember((element) => isNoise(element, context))
  const panels = findPanels(content.root, weights, isLeftOut)
  walkPage(content.root, { builder, panels, title, isNoise: isLeftOut })
  const sections = builder.finish()
  checkReadable({ elements, root: content.root, letters: builder.letters, title })
  const texts = sections.slice(0, DATED_BLOCKS).flatMap(({ blocks }) => blocks)
  const inForce = texts
    .slice(0, DATED_BLOCKS)
    .map((text) => readDateInText(text, metadata.language))
    .find((day) => day !== undefined)
  return finishDocument(builder, sections, {
    title,
    language: metadata.language,
    date:
      metadata.changed ??
      inForce ??
      readChangeInText(textOf(body), metadata.language) ??
      metadata.published,
    canonical: metadata.canonical,
    isHidden: metadata.isHidden,
    links: metadata.links,
  })
}

const listPage = (page: Page): readonly Element[] =>
  page.childNodes.filter((node) => 'tagName' in node).flatMap((element) => listElements(element))

/** The text of the content's first `h1`. Before the content stands that of the site, with which titles end. */
function findHeading(root: Element, elements: readonly Element[], htmlTitle: string): string {
  const own = findTitle(listElements(root))
  if (own) return headingText(own)
  const outer = findTitle(elements)
  const text = outer ? headingText(outer) : ''
  return htmlTitle !== text && htmlTitle.endsWith(text) ? '' : text
}

const findTitle = (elements: readonly Element[]): Element | undefined =>
  elements.find((element) => element.tagName === 'h1' && !isHidden(element))

/** A test that is asked several times about an element. */
function remember(test: (element: Element) => boolean): (element: Element) => boolean {
  const known = new Map<Element, boolean>()
  return (element) => {
    const answer = known.get(element) ?? test(element)
    known.set(element, answer)
    return answer
  }
}
