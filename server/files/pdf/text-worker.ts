import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { openPdf } from './open-pdf.ts'
import type { PdfReport, TextOrder } from './pdf-messages.ts'
import { createTextReader } from './pdfium-text.ts'
import { sendReports } from './send-reports.ts'

function isOrder(value: unknown): value is TextOrder {
  return typeof value === 'object' && value !== null && 'maxPages' in value
}

/** The pages of a PDF as text, one after the other: each is read on request. */
export async function* readPages(order: TextOrder): AsyncGenerator<PdfReport> {
  const opened = await openPdf(order.pdf, order.maxPages)
  if ('reason' in opened) return yield { type: 'failure', reason: opened.reason }
  const { document } = opened
  const reader = createTextReader(document)
  for (let index = 0; index < document.getPageCount(); index += 1) {
    yield { type: 'page', page: reader.readPage(index) }
  }
  yield { type: 'end' }
}

// In a thread, since PDFium runs without a pause, and the main thread has to watch it.
if (!isMainThread && parentPort && isOrder(workerData)) {
  await sendReports(parentPort, readPages(workerData))
}
