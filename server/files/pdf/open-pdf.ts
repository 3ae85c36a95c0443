import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import type { PdfFailure } from './pdf-messages.ts'

const ENCRYPTED = /password|security/i

/** Opens a PDF that has from 1 to `maxPages` pages. */
export async function openPdf(
  pdf: Uint8Array,
  maxPages: number,
): Promise<{ readonly document: PDFiumDocument } | { readonly reason: PdfFailure }> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf).catch((error: unknown) => String(error))
  if (typeof document === 'string') {
    return { reason: { name: ENCRYPTED.test(document) ? 'encrypted' : 'unreadable' } }
  }
  const pages = document.getPageCount()
  if (pages > maxPages) return { reason: { name: 'too-many-pages', pages } }
  if (pages <= 0) return { reason: { name: 'no-pages' } }
  return { document }
}
