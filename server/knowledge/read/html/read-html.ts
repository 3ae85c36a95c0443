import type { ReadDocument } from '../../document.ts'
import { UnreadError } from '../../unread-error.ts'
import { readDateInText } from '../dates.ts'
import { finishDocument } from '../finish-document.ts'
import { SectionBuilder } from '../section-builder.ts'
import { chooseTitle } from '../title.ts'
import { listElements } from './dom.ts'
import { findContent } from './find-content.ts'
import { checkReadable } from './check-readable.ts'
import { readMetadata } from './metadata.ts'
import { isNoise } from './noise.ts'
import { findPanels, isHidden } from './panels.ts'
import { type Element, type Page, parseHtml } from './parse-html.ts'
import { headingText, walkPage } from './walk-page.ts'
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
  const panels = findPanels(content.root, weights)
  const h1 = elements.find((element) => element.tagName === 'h1' && !isHidden(element))
  const title = chooseTitle(metadata.htmlTitle, h1 ? headingText(h1) : '', address)
  const builder = new SectionBuilder(metadata.language)
  const context = { ...content, weights }
  walkPage(content.root, {
    builder,
    panels,
    title,
    isNoise: (element) => isNoise(element, context),
  })
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
    date: metadata.changed ?? inForce ?? metadata.published,
    canonical: metadata.canonical,
    isHidden: metadata.isHidden,
    links: metadata.links,
  })
}

const listPage = (page: Page): readonly Element[] =>
  page.childNodes.filter((node) => 'tagName' in node).flatMap((element) => listElements(element))
