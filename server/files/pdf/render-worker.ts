import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { declaresOversizedImage } from './image-sizes.ts'
import { openPdf } from './open-pdf.ts'
import type { ImageOrder, PdfReport } from './pdf-messages.ts'
import { sendReports } from './send-reports.ts'

function isOrder(value: unknown): value is ImageOrder {
  return typeof value === 'object' && value !== null && 'longSidePixels' in value
}

const COMPRESSION_LEVEL = 6

/** The pages of a PDF as PNG images, one after the other: each is made on request. */
export async function* renderPages(order: ImageOrder): AsyncGenerator<PdfReport> {
  sharp.cache(false)
  sharp.concurrency(1)
  if (declaresOversizedImage(order.pdf)) {
    return yield { type: 'failure', reason: { name: 'large-image' } }
  }
  const opened = await openPdf(order.pdf, order.maxPages)
  if ('reason' in opened) return yield { type: 'failure', reason: opened.reason }
  for (const page of opened.document.pages()) {
    yield { type: 'page', page: await renderPage(page, order.longSidePixels) }
  }
  yield { type: 'end' }
}

async function renderPage(page: PDFiumPage, longSide: number): Promise<Uint8Array> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const longer = Math.max(originalWidth, originalHeight)
  if (!Number.isFinite(longer) || longer <= 0) throw new Error('a page has no size')
  const sideOf = (points: number) => Math.max(1, Math.round((points / longer) * longSide))
  const image = await page.render({
    width: sideOf(originalWidth),
    height: sideOf(originalHeight),
    scale: 1,
    render: 'bitmap',
    // The values of a form are drawn separately from its page.
    renderFormFields: true,
  })
  const raw = { width: image.width, height: image.height, channels: 4 } as const
  const png = sharp(image.data, { raw }).removeAlpha().png({ compressionLevel: COMPRESSION_LEVEL })
  return png.toBuffer()
}

// In a thread, since PDFium runs without a pause, and the main thread has to watch it.
if (!isMainThread && parentPort && isOrder(workerData)) {
  await sendReports(parentPort, renderPages(workerData))
}
