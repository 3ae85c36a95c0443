/** Controls, labels, and text for screen readers only: they are not part of the message. */
const LEFT_OUT =
  'button, svg, style, script, [data-ui], [aria-hidden="true"], [role="status"], [role="tooltip"], ' +
  '.visually-hidden, .md-hidden, .md-code-head'
/** Attribute with the text that stands for an element in a copy. */
const COPIED = 'data-copied'
const UNWRAPPED = new Set(['DIV', 'SPAN', 'SECTION', 'ARTICLE', 'OUTPUT'])
/** Elements with a meaning even without content. */
const EMPTY = new Set(['IMG', 'BR', 'HR', 'INPUT', 'TD', 'TH'])
/** Attributes that carry meaning beyond the element's name. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  A: ['href'],
  IMG: ['src', 'alt'],
  OL: ['start'],
  LI: ['value'],
  TH: ['colspan', 'rowspan', 'scope'],
  TD: ['colspan', 'rowspan'],
  INPUT: ['type', 'checked', 'disabled'],
}

/**
 * Copies drawn text without classes, colours, buttons and labels, for another document; its `innerHTML` is the
 * markup. Built from nodes, so text cannot become markup.
 */
export function cleanCopy(roots: Iterable<Node>): HTMLElement {
  const { body } = document.implementation.createHTMLDocument('')
  for (const root of roots) appendClean(body, root)
  return body
}

function appendClean(target: Node, source: Node): void {
  if (source.nodeType === Node.TEXT_NODE) {
    target.appendChild(target.ownerDocument!.createTextNode(source.nodeValue ?? ''))
    return
  }
  const isElement = source instanceof Element
  const copied = isElement ? source.getAttribute(COPIED) : null
  if (copied !== null) {
    target.appendChild(target.ownerDocument!.createTextNode(copied))
    return
  }
  if (isElement && source.matches(LEFT_OUT)) return
  const copy = isElement && !UNWRAPPED.has(source.tagName) ? cloneBare(target, source) : null
  for (const child of source.childNodes) appendClean(copy ?? target, child)
  // An element that contained only labels would leave a gap.
  if (copy !== null && !copy.hasChildNodes() && !EMPTY.has(copy.tagName)) copy.remove()
}

function cloneBare(target: Node, source: Element): Element {
  const copy = target.ownerDocument!.createElement(source.tagName)
  for (const name of KEPT[source.tagName] ?? []) {
    const value = source.getAttribute(name)
    if (value !== null) copy.setAttribute(name, value)
  }
  target.appendChild(copy)
  return copy
}

const UI = 'button, [data-ui], .md-code-head, .md-hidden, .visually-hidden'
const BLOCKS = new Set(['P', 'LI', 'PRE', 'BLOCKQUOTE', 'TR', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'])

/** Copies a selection of messages without the texts of buttons and labels. */
export function copySelection(event: ClipboardEvent): void {
  const selection = document.getSelection()
  const isField = event.target instanceof Element && event.target.matches('textarea, input')
  if (isField || selection === null || selection.isCollapsed || selection.rangeCount === 0) return
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: common } = range
  const place = common instanceof Element ? common : common.parentElement
  const content = range.cloneContents()
  // For plain text, the browser's own copy is best.
  if (!place?.closest('[role=log]') || content.querySelector(UI) === null) return

  const clean = cleanCopy([content])
  event.clipboardData?.setData('text/html', clean.innerHTML)
  event.clipboardData?.setData('text/plain', linesOf(clean))
  event.preventDefault()
}

function linesOf(clean: Element): string {
  const lines = ['']
  walk(clean)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

  function walk(node: Node): void {
    for (const child of node.childNodes) {
      const name = child.nodeName
      if (child.nodeType === Node.TEXT_NODE) lines[lines.length - 1] += child.nodeValue ?? ''
      else if (name === 'BR') lines.push('')
      else {
        const isBlock = BLOCKS.has(name)
        if (isBlock && lines.at(-1) !== '') lines.push('')
        walk(child)
        if (name === 'TD' || name === 'TH') lines[lines.length - 1] += '\t'
        if (isBlock) lines.push('')
      }
    }
  }
}
