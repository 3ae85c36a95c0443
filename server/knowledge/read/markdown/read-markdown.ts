import { Marked, type RendererObject, type TokenizerAndRendererExtension } from 'marked'
import { githubSlug } from '../../../../shared/github-slug.ts'
import type { ReadDocument } from '../../document.ts'
import { UnreadError } from '../../unread-error.ts'
import { readDateInText, readDay } from '../dates.ts'
import { finishDocument } from '../finish-document.ts'
import { listElements, textOf } from '../html/dom.ts'
import { headingText } from '../html/heading-text.ts'
import { readMetadata } from '../html/metadata.ts'
import { findPanels } from '../html/panels.ts'
import { type Element, parseHtml } from '../html/parse-html.ts'
import { walkPage } from '../html/walk-page.ts'
import { weigh } from '../html/weights.ts'
import { SectionBuilder } from '../section-builder.ts'
import { chooseTitle } from '../title.ts'
import { splitFrontMatter } from './front-matter.ts'

const CHANGED = [
  'updated',
  'lastmod',
  'last_modified_at',
  'last_updated',
  'modified',
  'date',
  'published',
]
const DATED_BLOCKS = 6

/**
 * Reads a Markdown file as the page that a site makes of it: headings have the ids of GitHub.
 *
 * @throws UnreadError `empty`.
 */
export function readMarkdown(text: string, address: string): ReadDocument {
  const { values, body: source } = splitFrontMatter(text)
  const html = createMarked(source).parse(source, { async: false })
  const elements = parseHtml(html)
    .childNodes.filter((node) => 'tagName' in node)
    .flatMap((element) => listElements(element))
  const body = elements.find(({ tagName }) => tagName === 'body')
  const language = values.get('lang') || values.get('language') || values.get('locale') || undefined
  const builder = new SectionBuilder(language)
  const h1 = elements.find(({ tagName }) => tagName === 'h1')
  const title = chooseTitle(values.get('title') ?? '', h1 ? headingText(h1) : '', address)
  if (body) walk(body, title, builder)
  const sections = builder.finish()
  if (builder.letters === 0) throw new UnreadError('empty', 'The file has no text.')
  const changed = CHANGED.map((name) => readDay(values.get(name) ?? '', language)).find(
    (day) => day !== undefined,
  )
  const inForce = sections
    .flatMap(({ blocks }) => blocks)
    .slice(0, DATED_BLOCKS)
    .map((block) => readDateInText(block, language))
    .find((day) => day !== undefined)
  const { links } = readMetadata(elements, address)
  return finishDocument(builder, sections, { title, language, date: changed ?? inForce, links })
}

function walk(body: Element, title: string, builder: SectionBuilder): void {
  const panels = findPanels(body, weigh(body), () => false)
  walkPage(body, { builder, panels, title, isNoise: () => false })
}

/** `{#own-id}` behind a heading, as in documentation generators. */
const OWN_ID = /\s*\{\s*#([\w:.-]+)[^}]*\}\s*$/u

/** A converter for one file, which counts repeated headings. */
function createMarked(source: string): Marked {
  const seen = new Map<string, number>()
  const renderer: RendererObject = {
    heading({ tokens, depth, text }) {
      const inner = this.parser.parseInline(tokens).replace(OWN_ID, '')
      const own = OWN_ID.exec(text)?.[1]
      const plain = this.parser.parseInline(tokens, this.parser.textRenderer)
      const slug = githubSlug(decodeEntities(plain).replace(OWN_ID, ''))
      const count = seen.get(slug) ?? 0
      seen.set(slug, count + 1)
      const id = own ?? (count === 0 ? slug : `${slug}-${count}`)
      return `<h${depth} id="${id}">${inner}</h${depth}>\n`
    },
  }
  // The rest of the file is searched for a container at each paragraph.
  return new Marked({
    gfm: true,
    renderer,
    extensions: CONTAINER_START.test(source) ? [CONTAINER] : [],
  })
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const root = parseHtml(text).childNodes.find((node) => 'tagName' in node)
  return root ? textOf(root) : ''
}

const CONTAINER_START = /^:::/mu

/** `::: tip Title` and `:::` of documentation generators; the title is a line of the text. */
const CONTAINER: TokenizerAndRendererExtension = {
  name: 'container',
  level: 'block',
  start: (source) => CONTAINER_START.exec(source)?.index,
  tokenizer(source) {
    const found = /^:{3,}[ \t]*(?:[\w-]+)?[ \t]*([^\n]*)(?:\n|$)/u.exec(source)
    return found ? { type: 'container', raw: found[0], title: found[1] } : undefined
  },
  renderer: ({ title }) => (title ? `<p>${title}</p>\n` : ''),
}
