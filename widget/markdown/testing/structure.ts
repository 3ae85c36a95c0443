import { en } from '../../i18n/en.ts'

/**
 * A rendered answer or a page of HTML as one line with its structure and text, without details of looks: classes,
 * buttons and wrappers.
 */
export const structureOf = (root: Element): string =>
  childrenOf(root)
    .replace(/\s+/g, ' ')
    .replace(/ ?([<>]) ?/g, '$1')
    .trim()

const childrenOf = (node: Node): string => [...node.childNodes].map(structureOfNode).join('')

const BARE = new Set(['p', 'em', 'strong', 'del', 'table', 'thead', 'tbody', 'tr', 'ul', 'ol'])
const SAFE_ADDRESS = /^(?:https?|mailto|tel):/i
const HIDDEN =
  '.footnote-backref, .md-hidden, .md-host, button, .md-code-head, .md-table-tools, .md-note-back'

function structureOfNode(node: Node): string {
  // A bracket of the text must not look like one of the structure.
  if (node.nodeType === Node.TEXT_NODE) {
    return (node.textContent ?? '').replace(/[<>]/g, (char) => (char === '<' ? '‹' : '›'))
  }
  if (!(node instanceof Element) || node.matches(HIDDEN)) return ''
  const name = node.localName
  if (node.matches('img, .md-image')) return `<img ${imageText(node)}>`
  if (name === 'a') return linkOf(node)
  if (name === 'p' && node.classList.contains('md-plain')) return childrenOf(node)
  if (/^h[1-6]$/.test(name)) {
    const depth = /md-h(\d)/.exec(node.className)?.[1] ?? name[1]
    return wrap(`h${depth}`, node)
  }
  if (name === 'li') return wrap('li', node)
  if (name === 'blockquote') return wrap('blockquote', node)
  if (name === 'br' || name === 'hr') return `<${name}>`
  if (name === 'input') return node.hasAttribute('checked') ? '<done>' : '<to do>'
  if (name === 'pre') return `<pre ${JSON.stringify(codeOf(node))}>`
  if (name === 'code') return `<code ${JSON.stringify(node.textContent)}>`
  if (name === 'th' || name === 'td') return cellOf(node)
  if (name === 'sup') return '<note>'
  return BARE.has(name) ? wrap(name, node) : childrenOf(node)
}

function wrap(name: string, element: Element): string {
  const start = name === 'ol' ? (element.getAttribute('start') ?? '1') : ''
  return `<${name}${start === '' ? '' : ` ${start}`}>${childrenOf(element)}</${name}>`
}

/** Refused targets are text on both sides. */
function linkOf(link: Element): string {
  const address = link.getAttribute('href') ?? ''
  if (!SAFE_ADDRESS.test(address) || !URL.canParse(address)) return childrenOf(link)
  return `<a ${readable(new URL(address).href)}>${childrenOf(link)}</a>`
}

/** Percent-encoding of an address may differ. */
function readable(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function imageText(image: Element): string {
  const text = image.getAttribute('alt') ?? ownTextOf(image)
  return JSON.stringify(text === en['markdown.image'] ? '' : text.replace(/\s+/g, ' '))
}

const ownTextOf = (element: Element): string =>
  [...element.childNodes]
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ textContent }) => textContent)
    .join('')

/** Pages end code with a line end, which is omitted here. */
const codeOf = (pre: Element): string =>
  pre.matches('.md-code-scroll') ? pre.textContent : pre.textContent.replace(/\n$/, '')

function cellOf(cell: Element): string {
  const style = /text-align:\s*(\w+)/.exec(cell.getAttribute('style') ?? '')?.[1]
  const align = cell.getAttribute('data-align') ?? cell.getAttribute('align') ?? style ?? ''
  return `<${cell.localName} ${align}>${childrenOf(cell)}</${cell.localName}>`
}

/** Parses a page of HTML. Never attached to the document: nothing in it is loaded or run. */
export function parseHtml(html: string): Element {
  return new DOMParser().parseFromString(`<!doctype html><body>${html}</body>`, 'text/html').body
}
