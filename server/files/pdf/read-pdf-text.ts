import type { TextOrder, TextPage } from './pdf-messages.ts'
import { type PdfBounds, runPdf } from './run-pdf.ts'

/**
 * A PDF's pages as text, in order.
 *
 * @throws PdfEndError
 */
export async function* readPdfText(order: TextOrder, bounds: PdfBounds): AsyncGenerator<TextPage> {
  for await (const page of runPdf({ name: 'text', order }, bounds)) {
    if (!(page instanceof Uint8Array)) yield page
  }
}
