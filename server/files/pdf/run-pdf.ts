import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDF_PRIORITY, setConverterPriority } from './converter-priority.ts'
import {
  MEMORY_EXIT_CODE,
  type PdfFailure,
  type PdfMessage,
  type PdfPage,
  type PdfReport,
  type PdfRequestMessage,
  type PdfTask,
} from './pdf-messages.ts'
import { type ConverterWatch, watchConverter } from './watch-converter.ts'

export interface PdfBounds {
  /** Processor time of the whole process. The wall clock ends it at `PDF_CLOCK_RATIO` times this. */
  readonly processorMs: number
  readonly memoryBytes: number
  /** Kills the process when its caller has left. */
  readonly signal?: AbortSignal
}

const SCRIPT = fileURLToPath(
  new URL(`pdf-process${extname(import.meta.filename)}`, import.meta.url),
)

/** Reasons for which a process gives no more pages. */
export type PdfEnd =
  | PdfFailure
  /** Its caller has left. */
  | { readonly name: 'gone' }
  | { readonly name: 'processor-time' }
  /** The process got too little processor time. */
  | { readonly name: 'clock' }
  | { readonly name: 'memory' }

/** Thrown when a process ends before the last page. */
export class PdfEndError extends Error {
  readonly reason: PdfEnd

  constructor(reason: PdfEnd) {
    super(`A PDF was given up: ${reason.name}`)
    this.name = 'PdfEndError'
    this.reason = reason
  }
}

/**
 * Pages of a PDF, in order, each as the task gives it. The work is done in a process that may read this
 * program's files and nothing else: no network, no writing, no secrets in its environment.
 *
 * @throws PdfEndError
 */
export async function* runPdf(task: PdfTask, bounds: PdfBounds): AsyncGenerator<PdfPage> {
  if (bounds.signal?.aborted) throw new PdfEndError({ name: 'gone' })
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
    send(child, { type: 'start', task, memoryBytes: bounds.memoryBytes })
    // Limit: the watch kills the process: "the clock ends a process after eight times its processor time".
    for await (const report of reports) {
      if (report.type === 'failure') throw new PdfEndError(report.reason)
      if (report.type === 'end') return
      yield report.page
      send(child, { type: 'next' })
    }
    throw new PdfEndError(findEnd(child, watch))
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

/** Why a process ended without a report. */
function findEnd({ exitCode }: ChildProcess, watch: ConverterWatch): PdfEnd {
  switch (watch.overrun()) {
    case 'processor':
      return { name: 'processor-time' }
    case 'clock':
      return { name: 'clock' }
    default:
      return { name: exitCode === MEMORY_EXIT_CODE ? 'memory' : 'unreadable' }
  }
}

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
