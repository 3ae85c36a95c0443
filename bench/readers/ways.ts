import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import { gfm } from 'turndown-plugin-gfm'
import { findContent } from '../../server/knowledge/read/html/find-content.ts'
import { listElements } from '../../server/knowledge/read/html/dom.ts'
import { type Element, parseHtml } from '../../server/knowledge/read/html/parse-html.ts'
import { readHtml } from '../../server/knowledge/read/html/read-html.ts'
import { walkPage } from '../../server/knowledge/read/html/walk-page.ts'
import { weigh } from '../../server/knowledge/read/html/weights.ts'
import { SectionBuilder } from '../../server/knowledge/read/section-builder.ts'
import { type PageReading, toReading } from '../../server/testing/knowledge-pages.ts'
import { readMarkdownOutput } from './markdown-reading.ts'
import { putBack } from './put-back.ts'

export interface Way {
  readonly name: string
  read(html: string): Promise<PageReading>
}

const ADDRESS = 'https://a.example/page'

async function readDefuddle(html: string): Promise<string> {
  const { content } = await Defuddle(html, ADDRESS, { markdown: true })
  return content
}

function readReadability(html: string): string {
  const { document } = parseHTML(html)
  const article = new Readability(document).parse()
  const turndown = new TurndownService({ codeBlockStyle: 'fenced', headingStyle: 'atx' })
  turndown.use(gfm)
  return turndown.turndown(article?.content ?? '')
}

/** `main`, `article` or the body without elements that are named navigation, footer and aside. */
function readBareWalk(html: string): PageReading {
  const elements = parseHtml(html)
    .childNodes.filter((node) => 'tagName' in node)
    .flatMap((element) => listElements(element))
  const body = elements.find(({ tagName }) => tagName === 'body') as Element
  const builder = new SectionBuilder()
  const nothing = { opened: new Set<Element>(), titles: new Map(), controls: new Set<Element>() }
  walkPage(findContent(body, weigh(body)).root, {
    builder,
    panels: nothing,
    title: '',
    isNoise: ({ tagName }) => /^(?:nav|footer|aside)$/u.test(tagName),
  })
  return toReading({ title: '', isHidden: false, links: [], notes: [], sections: builder.finish() })
}

/** Ways to read a page, the product's last. */
export const WAYS: readonly Way[] = [
  {
    name: 'defuddle, Markdown',
    read: async (html) => readMarkdownOutput(await readDefuddle(html)),
  },
  {
    name: 'readability + turndown',
    read: async (html) => readMarkdownOutput(readReadability(html)),
  },
  {
    name: 'defuddle, losses put back',
    read: async (html) => {
      const { prepared, anchors } = putBack(html)
      const reading = readMarkdownOutput(await readDefuddle(prepared))
      return { ...reading, headings: anchors(reading.headings) }
    },
  },
  { name: 'bare walk', read: async (html) => readBareWalk(html) },
  { name: 'the product', read: async (html) => toReading(readHtml(html, ADDRESS)) },
]
