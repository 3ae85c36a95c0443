import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  MEMORY_EXIT_CODE,
  type PdfMessage,
  type PdfRequestMessage,
  type PdfTask,
} from './pdf-messages.ts'

/** Interval at which the process checks its own memory. */
const MEMORY_CHECK_MS = 20
/** Interval at which the server is sent the process's processor time. */
const USAGE_REPORT_MS = 100
/** Threads of the tasks. */
const WORKERS = { images: 'render-worker', text: 'text-worker' } as const

// Started by `convertPdf` as a process; importing it does nothing.
if (import.meta.main) runPdfProcess()

/**
 * The child's main thread: starts a thread that works, and watches it. Ends when the server that started it
 * is gone for any reason, so that no conversion outlives it.
 */
function runPdfProcess(): void {
  const send = (message: PdfMessage) => process.send?.(message)
  let worker: Worker | undefined

  process.on('disconnect', () => end(0))
  process.on('message', (message: PdfRequestMessage) => {
    if (message.type === 'next') {
      worker?.postMessage('next', [])
      return
    }
    watchMemory(message.memoryBytes)
    setInterval(() => send({ type: 'usage', processorMs: readProcessorMs() }), USAGE_REPORT_MS)
    // Limit: the server kills this process: "the clock ends a process after eight times its processor time".
    worker = new Worker(scriptOf(message.task), { workerData: message.task.order })
    worker.on('message', send)
    worker.on('error', () => send({ type: 'failure', reason: { name: 'unreadable' } }))
  })
}

const scriptOf = ({ name }: PdfTask): URL =>
  new URL(`${WORKERS[name]}${extname(import.meta.filename)}`, import.meta.url)

/** Checks the memory that the system reports, with that of WebAssembly and the image library. */
function watchMemory(limitBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > limitBytes) end(MEMORY_EXIT_CODE)
  }, MEMORY_CHECK_MS)
}

/** Of all threads, on every system. */
function readProcessorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Exits at once, even if a thread is in the middle of a page. */
function end(code: number): void {
  process.exit(code)
}
