import { cleanCopy } from './clean-copy.ts'

const UI = 'button, [data-ui], .md-code-head, .md-hidden, .visually-hidden'
const BLOCKS = new Set(['P', 'LI', 'PRE', 'BLOCKQUOTE', 'TR', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'])

/** Copies a selection of messages without the words of buttons and labels among them. */
export function copySelection(event: ClipboardEvent): void {
  const selection = document.getSelection()
  const isField = event.target instanceof Element && event.target.matches('textarea, input')
  if (isField || selection === null || selection.isCollapsed || selection.rangeCount === 0) return
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: common } = range
  const place = common instanceof Element ? common : common.parentElement
  const content = range.cloneContents()
  // What the browser copies by itself is best, as long as it is only text.
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
