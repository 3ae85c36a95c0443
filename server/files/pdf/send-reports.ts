import type { MessagePort } from 'node:worker_threads'
import type { PdfReport } from './pdf-messages.ts'

/** Sends the first report, and each further one on request. */
export async function sendReports(
  port: MessagePort,
  reports: AsyncGenerator<PdfReport>,
): Promise<void> {
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
