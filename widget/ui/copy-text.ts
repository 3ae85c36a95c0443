import './visually-hidden.css'

/**
 * Copies `text` to the clipboard; false if the browser refuses. Frames without the `clipboard-write` permission,
 * and pages without TLS, only have the old command.
 */
export async function copyText(document: Document, text: string): Promise<boolean> {
  const clipboard = document.defaultView?.navigator.clipboard
  try {
    if (clipboard !== undefined) {
      // No limit: a browser may ask the person; nothing else waits for it.
      await clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused: the old command needs no permission.
  }
  return copyByCommand(document, text)
}

export interface RichCopy {
  /** For fields and files that take plain text. */
  readonly text: string
  /** For documents and mail. */
  readonly html: string
}

/** Copies both forms to the clipboard at once; if that is impossible, only the text. */
export async function copyRich(document: Document, { text, html }: RichCopy): Promise<boolean> {
  const view = document.defaultView
  try {
    if (view?.ClipboardItem !== undefined && view.navigator.clipboard !== undefined) {
      const item = new view.ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([html], { type: 'text/html' }),
      })
      // No limit: a browser may ask the person; nothing else waits for it.
      await view.navigator.clipboard.write([item])
      return true
    }
  } catch {
    // Refused, or rich text is unsupported: the text alone may be allowed.
  }
  return copyText(document, text)
}

function copyByCommand(document: Document, text: string): boolean {
  const focused = document.activeElement
  const selection = document.getSelection()
  const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
  const carrier = document.createElement('textarea')
  carrier.value = text
  carrier.readOnly = true
  carrier.className = 'visually-hidden'
  document.body.append(carrier)
  try {
    carrier.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    carrier.remove()
    if (range !== null) {
      selection?.removeAllRanges()
      selection?.addRange(range)
    }
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
