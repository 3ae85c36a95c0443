import type { Element, Node } from './parse-html.ts'

export const isElement = (node: Node): node is Element => 'tagName' in node

export const isText = (node: Node): node is Extract<Node, { value: string }> => 'value' in node

export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value

export const hasAttribute = (element: Element, name: string): boolean =>
  element.attrs.some((attribute) => attribute.name === name)

/** Nodes of an element; those of a declared shadow root stand before its own. */
export function childrenOf(element: Element): readonly Node[] {
  const [first] = element.childNodes
  if (first && 'content' in first && hasAttribute(first, 'shadowrootmode')) {
    return [...first.content.childNodes, ...element.childNodes.slice(1)]
  }
  return element.childNodes
}

export const elementsOf = (element: Element): readonly Element[] =>
  childrenOf(element).filter((node) => isElement(node))

export function parentOf(element: Element): Element | undefined {
  const parent = element.parentNode
  return parent && isElement(parent as Node) ? (parent as Element) : undefined
}

/** The element and all below it, in the order of the page. */
export function listElements(root: Element): readonly Element[] {
  const found: Element[] = []
  const waiting = [root]
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    found.push(element)
    const children = childrenOf(element)
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index]
      if (child && isElement(child)) waiting.push(child)
    }
  }
  return found
}

/**
 * Text of all nodes, as it stands in the source.
 *
 * @param least the text may end after so many letters. Default: all.
 */
export function textOf(node: Node, least = Infinity): string {
  if (isText(node)) return node.value
  if (!isElement(node) || isSilent(node)) return ''
  let text = ''
  for (const child of childrenOf(node)) {
    text += textOf(child, least - text.length)
    if (text.length >= least) break
  }
  return text
}

/** Elements without text for readers. */
const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'canvas',
  'audio',
  'video',
  'map',
  'head',
  'link',
  'meta',
  'title',
  'base',
  'rp',
  'rt',
  'datalist',
  'annotation',
  'annotation-xml',
])

export const isSilent = ({ tagName }: Element): boolean => SILENT.has(tagName)

const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'br',
  'caption',
  'center',
  'dd',
  'details',
  'dialog',
  'dir',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'html',
  'legend',
  'li',
  'main',
  'menu',
  'nav',
  'ol',
  'p',
  'pre',
  'search',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
])

/** True for elements that a browser begins on a line of their own; own elements of a page mostly are such. */
export const isBlock = ({ tagName }: Element): boolean =>
  BLOCKS.has(tagName) || tagName.includes('-')

/** Elements of forms, with the words on them. */
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

export const isFormControl = ({ tagName }: Element): boolean => CONTROLS.has(tagName)

/** 1 to 6; undefined: not a heading. */
export function headingLevel(element: Element): number | undefined {
  const [, digit] = /^h([1-6])$/u.exec(element.tagName) ?? []
  if (digit !== undefined) return Number(digit)
  if (attributeOf(element, 'role') !== 'heading') return undefined
  return Number(attributeOf(element, 'aria-level') ?? 2) || 2
}

/** The nearest element around (or itself) for which `test` holds. */
export function closest(
  element: Element | undefined,
  test: (element: Element) => boolean,
): Element | undefined {
  for (let at = element; at; at = parentOf(at)) if (test(at)) return at
  return undefined
}

const NAMES = ['class', 'id'] as const
/** Generators write long lists of classes; a name stands at their beginning. */
const NAMES_LETTERS_MAX = 1_000

/** Names of class and id, each as small words joined by `-`, with a space around: ` main-nav top-bar `. */
export function namesOf(
  element: Element,
  attributes: readonly (typeof NAMES)[number][] = NAMES,
): string {
  const names = attributes.map((name) => attributeOf(element, name) ?? '').join(' ')
  if (names.trim() === '') return ' '
  return ` ${names
    .slice(0, NAMES_LETTERS_MAX)
    .replace(/([a-z])([A-Z])/gu, '$1-$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]+/gu, '-')
    .replace(/\s+/gu, ' ')} `
}
