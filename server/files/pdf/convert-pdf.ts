import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AlcoveError } from '../../../shared/errors.ts'
import { createBusyError } from '../../limits/busy-error.ts'
import { PDF_PRIORITY, setConverterPriority } from './converter-priority.ts'
import {
  MEMORY_EXIT_CODE,
  type PdfFailure,
  type PdfMessage,
  type PdfOrder,
  type PdfReport,
  type PdfRequestMessage,
} from './pdf-messages.ts'
import { type ConverterWatch, watchConverter } from './watch-converter.ts'

export interface PdfBounds {
  /** Processor time of the whole process. The wall clock ends it at `PDF_CLOCK_RATIO` times this. */
  readonly processorMs: number
  readonly memoryBytes: number
  /** Kills the process when its caller has left. */
  readonly signal?: AbortSignal
}

const MS_PER_SECOND = 1_000
/** Time until a retry for a caller whose file got no core in time. */
const CLOCK_RETRY_SECONDS = 60
const GONE = 'the request was given up'
const SCRIPT = fileURLToPath(
  new URL(`pdf-process${extname(import.meta.filename)}`, import.meta.url),
)

/**
 * A PDF's pages as PNG images, in order, made in a process that may read this program's files and nothing
 * else: no network, no writing, no secrets in its environment.
 *
 * @throws AlcoveError `file_rejected` with the sentence for the caller, a busy error if the process got too
 * little processor time.
 */
export async function* convertPdf(order: PdfOrder, bounds: PdfBounds): AsyncGenerator<Uint8Array> {
  if (bounds.signal?.aborted) throw createPdfError(GONE)
  const child = startProcess(bounds.memoryBytes)
  setConverterPriority(child, PDF_PRIORITY)
  const watch = watchConverter(child, bounds.processorMs)
  const reports = readReports(child, watch)
  // Limit: the watch kills the process: "the clock ends a process after eight times its processor time".
  const exited = new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', resolve)
  })
  const leave = () => void child.kill('SIGKILL')
  bounds.signal?.addEventListener('abort', leave)
  try {
    send(child, { type: 'start', order, memoryBytes: bounds.memoryBytes })
    // Limit: the watch kills the process: "the clock ends a process after eight times its processor time".
    for await (const report of reports) {
      if (report.type === 'failure') throw createPdfError(sentenceOf(report.reason, order))
      if (report.type === 'end') return
      yield report.png
      send(child, { type: 'next' })
    }
    throw createEndError(child, watch, bounds)
  } finally {
    watch.stop()
    bounds.signal?.removeEventListener('abort', leave)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await exited
  }
}

function startProcess(memoryBytes: number): ChildProcess {
  // Limit: the watch kills the process: "the clock ends a process after eight times its processor time".
  return fork(SCRIPT, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [...sandboxFlags(memoryBytes)],
  })
}

/** A child that has already exited accepts nothing; its exit is reported elsewhere. */
function send(child: ChildProcess, message: PdfRequestMessage): void {
  if (child.connected) child.send(message, () => {})
}

/** Reports of the child, until it exits. At most one page is pending at a time. */
async function* readReports(child: ChildProcess, watch: ConverterWatch): AsyncGenerator<PdfReport> {
  const queue: PdfReport[] = []
  let isGone = false
  let wake = () => {}
  child.on('message', (message: PdfMessage) => {
    if (message.type === 'usage') return watch.note(message.processorMs)
    queue.push(message)
    wake()
  })
  const leave = () => {
    isGone = true
    wake()
  }
  child.on('exit', leave)
  child.on('error', leave)
  // Limit: the watch kills the process, and its end wakes: "the clock ends a process after eight times its
  // processor time".
  for (;;) {
    const report = queue.shift()
    if (report) yield report
    else if (isGone) return
    else await new Promise<void>((resolve) => (wake = resolve))
  }
}

function sentenceOf(reason: PdfFailure, { maxPages }: PdfOrder): string {
  switch (reason.name) {
    case 'too-many-pages':
      return `too many pages (${reason.pages}, at most ${maxPages})`
    case 'no-pages':
      return 'the file has no pages'
    case 'encrypted':
      return 'the file is protected with a password'
    case 'large-image':
      return 'an image in it is too large'
    case 'unreadable':
      return 'the file could not be read'
    default:
      return reason satisfies never
  }
}

/** The error for a process that ended without a report. */
function createEndError(
  { exitCode }: ChildProcess,
  watch: ConverterWatch,
  { processorMs }: PdfBounds,
): AlcoveError {
  switch (watch.overrun()) {
    case 'processor':
      return createPdfError(
        `it took more than ${processorMs / MS_PER_SECOND} seconds of the processor`,
      )
    case 'clock':
      return createBusyError(
        'The server is busy and could not convert this PDF in time; try again in a few minutes.',
        CLOCK_RETRY_SECONDS,
      )
    default:
      return createPdfError(
        exitCode === MEMORY_EXIT_CODE ? 'it needs too much memory' : 'the file could not be read',
      )
  }
}

/** The caller's error, in the words that clients know. */
export const createPdfError = (sentence: string): AlcoveError =>
  new AlcoveError('file_rejected', `Failed to convert PDF: ${sentence}`)

/** Memory of JavaScript; PDFium and the image library take more. */
const HEAP_MIB = 256
const WASM_PAGE_BYTES = 65_536
const ROOT = new URL('../../../', import.meta.url)
/** The folder that this program is installed in, if it is an npm package: packages may be beside it. */
const INSTALLED_IN = /^.*\/node_modules\//.exec(ROOT.pathname)?.[0]
/** Folders that the process may read; the data folder is not among them. */
const READABLE: readonly string[] = [
  'server/files/pdf/',
  'node_modules/',
  'package.json',
  ...(INSTALLED_IN === undefined ? [] : [INSTALLED_IN]),
]

/**
 * Node's flags for a process that handles hostile bytes: it may read its own program and nothing else, write
 * nothing, start nothing and (from Node 25 on) use no network.
 */
export const sandboxFlags = (memoryBytes: number): readonly string[] => [
  '--permission',
  ...READABLE.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, ROOT))}`),
  // The image library is an addon; PDFium runs in a thread.
  '--allow-addons',
  '--allow-worker',
  '--disable-warning=SecurityWarning',
  `--max-old-space-size=${HEAP_MIB}`,
  `--wasm-max-mem-pages=${Math.floor(memoryBytes / WASM_PAGE_BYTES)}`,
]
