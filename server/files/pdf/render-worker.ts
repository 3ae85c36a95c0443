import { isMainThread, parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { PdfOrder, PdfReport } from './pdf-messages.ts'
import { renderPages } from './render-pages.ts'

// A thread of its own: PDFium runs without a pause, and somebody must watch it meanwhile.
if (!isMainThread && parentPort && isOrder(workerData)) await work(parentPort, workerData)

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
      // PDFium gave up in the middle of the file.
      return { type: 'failure', reason: { name: 'unreadable' } }
    }
  }
}
