import { defaultTreeAdapter, serialize } from 'parse5'
import { findContent } from '../../server/knowledge/read/html/find-content.ts'
import {
  attributeOf,
  headingLevel,
  listElements,
  textOf,
} from '../../server/knowledge/read/html/dom.ts'
import { findPanels } from '../../server/knowledge/read/html/panels.ts'
import { type Element, parseHtml } from '../../server/knowledge/read/html/parse-html.ts'
import { readTable } from '../../server/knowledge/read/html/read-table.ts'
import { headingText } from '../../server/knowledge/read/html/heading-text.ts'
import { weigh } from '../../server/knowledge/read/html/weights.ts'
import { expandSpans } from '../../server/knowledge/read/grid.ts'
import { comparable } from '../../server/testing/knowledge-pages.ts'

interface Found {
  readonly text: string
}

/**
 * A page from which a library loses less: panels are shown, buttons of headings are text, tables are full grids
 * with one row of heads. `anchors` joins ids to the headings that the library gave, by text and order.
 */
export function putBack(html: string) {
  const page = parseHtml(html)
  const elements = page.childNodes
    .filter((node) => 'tagName' in node)
    .flatMap((element) => listElements(element))
  const body = elements.find(({ tagName }) => tagName === 'body') as Element
  const weights = weigh(body)
  const panels = findPanels(findContent(body, weights).root, weights, () => false)
  const ids = readIds(elements)
  for (const panel of panels.opened) {
    panel.attrs = panel.attrs.filter(
      ({ name }) => !/^(?:hidden|style|class|aria-hidden)$/u.test(name),
    )
    panel.tagName = 'div'
    panel.nodeName = 'div'
    const title = panels.titles.get(panel)
    if (title) insertHeading(panel, title.text)
  }
  for (const element of elements) {
    if (headingLevel(element) !== undefined) setText(element, headingText(element))
    else if (element.tagName === 'table') expandTable(element)
  }
  return { prepared: serialize(page), anchors: (headings: readonly Found[]) => join(headings, ids) }
}

/** Texts of headings with the nearest id, in the order of the page. */
function readIds(elements: readonly Element[]) {
  return elements
    .filter((element) => headingLevel(element) !== undefined)
    .map((heading) => {
      const inside = listElements(heading).flatMap(
        (part) => attributeOf(part, 'id') ?? attributeOf(part, 'name') ?? [],
      )
      let around = heading.parentNode
      while (around && 'attrs' in around && attributeOf(around, 'id') === undefined)
        around = around.parentNode
      const outer = around && 'attrs' in around ? attributeOf(around, 'id') : undefined
      return { text: comparable(headingText(heading)), anchor: inside[0] ?? outer }
    })
}

function join(
  headings: readonly Found[],
  ids: readonly { text: string; anchor: string | undefined }[],
) {
  let from = 0
  return headings.map(({ text }) => {
    const index = ids.findIndex((entry, place) => place >= from && entry.text === comparable(text))
    if (index !== -1) from = index + 1
    return { text, anchor: ids[index]?.anchor }
  })
}

function setText(element: Element, text: string): void {
  element.childNodes = []
  defaultTreeAdapter.insertText(element, text)
}

function create(name: string, text?: string): Element {
  const element = defaultTreeAdapter.createElement(
    name,
    'http://www.w3.org/1999/xhtml' as never,
    [],
  )
  if (text !== undefined) defaultTreeAdapter.insertText(element, text)
  return element
}

function insertHeading(panel: Element, text: string): void {
  const [first] = panel.childNodes
  const heading = create('h3', textOf(create('p', text)).trim())
  if (first) defaultTreeAdapter.insertBefore(panel, heading, first)
  else defaultTreeAdapter.appendChild(panel, heading)
}

function expandTable(table: Element): void {
  const data = readTable(table)
  const grid = data && expandSpans(data.rows)
  if (!data || !grid) return
  const width = Math.max(...grid.map((line) => line.length))
  const heads = data.rows.filter(
    ({ isHead, cells }, index) => isHead || (index === 0 && cells.every((cell) => cell.isHead)),
  ).length
  const joined = Array.from({ length: width }, (_, column) =>
    [...new Set(grid.slice(0, heads).map((line) => line[column]?.text ?? ''))].join(', '),
  )
  table.childNodes = []
  const add = (name: string, cells: readonly string[]) => {
    const row = create('tr')
    for (const cell of cells)
      defaultTreeAdapter.appendChild(row, create(name, cell.replaceAll('\t', ' ')))
    defaultTreeAdapter.appendChild(table, row)
  }
  add('th', heads === 0 ? joined.map(() => '') : joined)
  for (const line of grid.slice(heads))
    add(
      'td',
      Array.from({ length: width }, (_, column) => line[column]?.text ?? ''),
    )
}
