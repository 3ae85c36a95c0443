import './visually-hidden.css'

/**
 * Puts `text` on the clipboard; false when the browser refuses. Frames without the
 * `clipboard-write` permission, and pages without TLS, only have the old command.
 */
export async function copyText(document: Document, text: string): Promise<boolean> {
  const clipboard = document.defaultView?.navigator.clipboard
  try {
    if (clipboard !== undefined) {
      await clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused: the old command asks for no permission.
  }
  return copyByCommand(document, text)
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
