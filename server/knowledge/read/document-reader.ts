import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RawDocument, ReadDocument } from '../document.ts'
import { UnreadError } from '../unread-error.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { checkDocument, type ReadableType } from './read-document.ts'
import { READ_MEMORY_MIB, READ_TIMEOUT_MS } from './read-limits.ts'
import type { ReadOrder, ReadReport } from './reader-messages.ts'

/** Reads documents outside of the main thread: one at a time, each with a limit of time and memory. */
export interface DocumentReader {
  /** @throws UnreadError with the reason and a sentence for the owner. */
  readDocument(raw: RawDocument): Promise<ReadDocument>
  /** Ends the thread; documents that wait are given up. */
  close(): Promise<void>
}

export interface ReaderBounds {
  readonly timeoutMs: number
  readonly memoryMib: number
}

const MS_PER_SECOND = 1_000
const SCRIPT = new URL(`reader-worker${extname(import.meta.filename)}`, import.meta.url)
const BOUNDS: ReaderBounds = { timeoutMs: READ_TIMEOUT_MS, memoryMib: READ_MEMORY_MIB }

/** A thread is started with the first document, and anew after one that went over its limits. */
export function createDocumentReader(bounds: ReaderBounds = BOUNDS): DocumentReader {
  let worker: Worker | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function end() {
    const ended = worker
    worker = undefined
    // Limit: `terminate` stops a thread at once.
    await ended?.terminate()
  }

  async function readInWorker(order: ReadOrder): Promise<ReadDocument> {
    if (isClosed) throw new UnreadError('broken', 'The server is shutting down.')
    worker ??= startWorker(bounds)
    const report = await ask(worker, order, bounds)
    if (report.type === 'read') return report.document
    if (report.type === 'unread') throw new UnreadError(report.reason, report.sentence)
    await end()
    throw new UnreadError('broken', report.sentence)
  }

  function readInTurn(raw: RawDocument, type: ReadableType): Promise<ReadDocument> {
    const reading = turn.then(() => readInWorker({ raw, type }))
    turn = reading.catch(() => {})
    return reading
  }

  return {
    async readDocument(raw) {
      const type = checkDocument(raw)
      return type === 'pdf' ? readPdf(raw) : readInTurn(raw, type)
    },
    async close() {
      isClosed = true
      await end()
    },
  }
}

function startWorker({ memoryMib }: ReaderBounds): Worker {
  // Limit: `ask` ends it: "a document that takes too long is given up, and the next one is read".
  const worker = new Worker(SCRIPT, { resourceLimits: { maxOldGenerationSizeMb: memoryMib } })
  worker.unref()
  return worker
}

/** The thread was lost with the document. */
interface LostReport {
  readonly type: 'lost'
  readonly sentence: string
}

function ask(
  worker: Worker,
  order: ReadOrder,
  bounds: ReaderBounds,
): Promise<ReadReport | LostReport> {
  return new Promise((resolve) => {
    const settle = (report: ReadReport | LostReport) => {
      clearTimeout(timer)
      worker.off('message', settle)
      worker.off('error', onError)
      worker.off('exit', onExit)
      resolve(report)
    }
    const onError = () => settle({ type: 'lost', sentence: 'The file needs too much memory.' })
    const onExit = () => settle({ type: 'lost', sentence: 'The file could not be read.' })
    const timer = setTimeout(() => {
      const seconds = bounds.timeoutMs / MS_PER_SECOND
      settle({ type: 'lost', sentence: `Reading the file took more than ${seconds} seconds.` })
    }, bounds.timeoutMs)
    worker.on('message', settle)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(order)
  })
}
