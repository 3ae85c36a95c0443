import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { platform, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AlcoveError } from '../../../shared/errors.ts'
import {
  MEMORY_EXIT_CODE,
  type PdfFailure,
  type PdfOrder,
  type PdfReport,
  type PdfRequestMessage,
} from './pdf-messages.ts'

export interface PdfBounds {
  /** From start to end; then the process is killed. */
  readonly timeoutMs: number
  readonly memoryBytes: number
  /** Kills the process when nobody waits any more. */
  readonly signal?: AbortSignal
}

/** Below this server itself, whose other callers wait for words. */
export const PDF_PRIORITY = 10
/**
 * So much of a core a file gets before it leaves them to files that came later. Where others want all
 * cores, that takes a while: by the clock it would be a slow one before its process has begun.
 */
export const PDF_QUICK_MS = 1_000
/** Gets some seventh of a core that a younger file wants, and all of one that nobody wants. */
export const PDF_SLOW_PRIORITY = 19

const GONE = 'the request was given up'
const SCRIPT = fileURLToPath(new URL('pdf-process.ts', import.meta.url))

/**
 * A PDF's pages as PNG images, in order, made in a process that may read this program's files and
 * nothing else: no network, no writing, no secrets in its environment.
 *
 * @throws AlcoveError `file_rejected` with the sentence for the caller.
 */
export async function* convertPdf(order: PdfOrder, bounds: PdfBounds): AsyncGenerator<Uint8Array> {
  if (bounds.signal?.aborted) throw createPdfError(GONE)
  const child = startProcess(bounds.memoryBytes)
  prioritise(child, PDF_PRIORITY)
  const reports = readReports(child)
  const exited = new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', resolve)
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, bounds.timeoutMs)
  const slowdown = setInterval(() => {
    if (coreMsOf(child) < PDF_QUICK_MS) return
    prioritise(child, PDF_SLOW_PRIORITY)
    clearInterval(slowdown)
  }, PDF_QUICK_MS)
  const leave = () => void child.kill('SIGKILL')
  bounds.signal?.addEventListener('abort', leave)
  try {
    send(child, { type: 'start', order, memoryBytes: bounds.memoryBytes })
    for await (const report of reports) {
      if (report.type === 'failure') throw createPdfError(sentenceOf(report.reason, order))
      if (report.type === 'end') return
      yield report.png
      send(child, { type: 'next' })
    }
    throw createPdfError(isLate ? lateSentence(bounds) : exitSentence(child))
  } finally {
    clearTimeout(timer)
    clearInterval(slowdown)
    bounds.signal?.removeEventListener('abort', leave)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await exited
  }
}

function startProcess(memoryBytes: number): ChildProcess {
  return fork(SCRIPT, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [...sandboxFlags(memoryBytes)],
  })
}

/** One that did not start, or is gone, has no priority; where a system knows none, all are alike. */
function prioritise({ pid }: ChildProcess, priority: number): void {
  if (pid === undefined) return
  try {
    // Linux gives each thread a priority of its own, and PDFium renders in one of them.
    const threads = platform() === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid]
    for (const thread of threads) setPriority(thread, priority)
  } catch {
    // It ended in between.
  }
}

/** Linux counts in hundredths of a second, whatever its own clock is. */
const TICK_MS = 10

/** What the process used of the cores; where a system does not tell, no file is a quick one. */
function coreMsOf({ pid }: ChildProcess): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold anything: the state, ten more, then user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Infinity
  }
}

/** A child that is gone already takes nothing; its exit tells. */
function send(child: ChildProcess, message: PdfRequestMessage): void {
  if (child.connected) child.send(message, () => {})
}

/** What the child says, until it is gone. There is never more than one page on the way. */
async function* readReports(child: ChildProcess): AsyncGenerator<PdfReport> {
  const queue: PdfReport[] = []
  let isGone = false
  let wake = () => {}
  child.on('message', (report: PdfReport) => {
    queue.push(report)
    wake()
  })
  const leave = () => {
    isGone = true
    wake()
  }
  child.on('exit', leave)
  child.on('error', leave)
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

const lateSentence = ({ timeoutMs }: PdfBounds): string =>
  `it took longer than ${timeoutMs / 1000} seconds`

const exitSentence = ({ exitCode }: ChildProcess): string =>
  exitCode === MEMORY_EXIT_CODE ? 'it needs too much memory' : 'the file could not be read'

/** What a caller reads, in the words that clients know. */
export const createPdfError = (sentence: string): AlcoveError =>
  new AlcoveError('file_rejected', `Failed to convert PDF: ${sentence}`)

/** JavaScript's part of the memory; what PDFium and the image library take comes on top. */
const HEAP_MIB = 256
const WASM_PAGE_BYTES = 65_536
const ROOT = new URL('../../../', import.meta.url)
/** What the process is made of; the data folder is not among them. */
const READABLE: readonly string[] = ['server/files/pdf/', 'node_modules/', 'package.json']

/**
 * Node's flags for a process that meets hostile bytes: it may read its own program and nothing else,
 * write nothing, start nothing and (from Node 25 on) call nobody.
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
