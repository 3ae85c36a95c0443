import { copyText } from './copy-text.ts'

export interface RichCopy {
  /** For fields and files that take plain text. */
  readonly text: string
  /** For documents and mail. */
  readonly html: string
}

/** Puts both forms on the clipboard at once; where that cannot be had, the text alone. */
export async function copyRich(document: Document, { text, html }: RichCopy): Promise<boolean> {
  const view = document.defaultView
  try {
    if (view?.ClipboardItem !== undefined && view.navigator.clipboard !== undefined) {
      const item = new view.ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([html], { type: 'text/html' }),
      })
      await view.navigator.clipboard.write([item])
      return true
    }
  } catch {
    // Refused, or no rich text here: the text alone may be allowed.
  }
  return copyText(document, text)
}
