import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { declaresOversizedImage } from './image-sizes.ts'
import type { PdfFailure, PdfOrder, PdfReport } from './pdf-messages.ts'

function isOrder(value: unknown): value is PdfOrder {
  return typeof value === 'object' && value !== null && 'longSidePixels' in value
}

async function work(port: MessagePort, order: PdfOrder): Promise<void> {
  const reports = renderPages(order)
  port.on('message', () => void send())
  await send()

  async function send() {
    const report = await nextReport()
    port.postMessage(report)
    if (report.type !== 'page') port.close()
  }

  async function nextReport(): Promise<PdfReport> {
    try {
      const { done, value } = await reports.next()
      return done === true ? { type: 'end' } : value
    } catch {
      // PDFium failed in the middle of the file.
      return { type: 'failure', reason: { name: 'unreadable' } }
    }
  }
}

const ENCRYPTED = /password|security/i
const COMPRESSION_LEVEL = 6

/** The pages of a PDF as PNG images, one after the other: each is made on request. */
export async function* renderPages(order: PdfOrder): AsyncGenerator<PdfReport> {
  sharp.cache(false)
  sharp.concurrency(1)
  if (declaresOversizedImage(order.pdf)) return yield failure({ name: 'large-image' })
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(order.pdf).catch((error: unknown) => String(error))
  if (typeof document === 'string') {
    return yield failure({ name: ENCRYPTED.test(document) ? 'encrypted' : 'unreadable' })
  }
  const pages = document.getPageCount()
  if (pages > order.maxPages) return yield failure({ name: 'too-many-pages', pages })
  if (pages <= 0) return yield failure({ name: 'no-pages' })
  for (let index = 0; index < pages; index += 1) {
    yield { type: 'page', png: await renderPage(document.getPage(index), order.longSidePixels) }
  }
  yield { type: 'end' }
}

const failure = (reason: PdfFailure): PdfReport => ({ type: 'failure', reason })

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
if (!isMainThread && parentPort && isOrder(workerData)) await work(parentPort, workerData)
