import type { RawDocument, ReadDocument } from '../../document.ts'
import type { TextPage } from '../../../files/pdf/pdf-messages.ts'
import { readPdfText } from '../../../files/pdf/read-pdf-text.ts'
import { type PdfEnd, PdfEndError } from '../../../files/pdf/run-pdf.ts'
import { UnreadError } from '../../unread-error.ts'
import { PDF_MEMORY_BYTES, PDF_PAGES_MAX, PDF_PROCESSOR_MS } from '../read-limits.ts'
import { composePdf } from './compose-pdf.ts'

/**
 * Reads a PDF in a process of its own.
 *
 * @throws UnreadError
 */
export async function readPdf({ address, bytes }: RawDocument): Promise<ReadDocument> {
  const pages: TextPage[] = []
  const order = { pdf: bytes, maxPages: PDF_PAGES_MAX }
  const bounds = { processorMs: PDF_PROCESSOR_MS, memoryBytes: PDF_MEMORY_BYTES }
  try {
    for await (const page of readPdfText(order, bounds)) pages.push(page)
  } catch (error) {
    throw error instanceof PdfEndError ? toUnread(error.reason) : error
  }
  return composePdf(pages, address)
}

const MS_PER_SECOND = 1_000

function toUnread(end: PdfEnd): UnreadError {
  switch (end.name) {
    case 'encrypted':
      return new UnreadError('encrypted', 'The PDF is protected with a password.')
    case 'too-many-pages':
      return new UnreadError(
        'too_large',
        `The PDF has ${end.pages} pages; ${PDF_PAGES_MAX} can be read.`,
      )
    case 'no-pages':
      return new UnreadError('empty', 'The PDF has no pages.')
    case 'processor-time':
    case 'clock':
      return new UnreadError(
        'broken',
        `Reading the PDF took more than ${PDF_PROCESSOR_MS / MS_PER_SECOND} seconds.`,
      )
    case 'memory':
      return new UnreadError('broken', 'Reading the PDF needs too much memory.')
    case 'large-image':
    case 'unreadable':
    case 'gone':
      return new UnreadError('broken', 'The PDF is damaged and cannot be read.')
    default:
      return end satisfies never
  }
}
