import {
  gradePage,
  MEASURES,
  readExpectedPages,
  readPageFile,
} from '../server/testing/knowledge-pages.ts'
import { WAYS, type Way } from './readers/ways.ts'

export interface ReadersBench {
  /** Readings of the long page, of which the fastest counts. */
  readonly runs: number
  readonly print: (line: string) => void
}

/** Right parts of all pages by measure, as "12 of 13". */
export type ReaderFigures = Readonly<Record<string, readonly [right: number, of: number]>>

const LONG_PAGE_BYTES = 250 * 1024
const COLUMN = 14

/** Prints what ways to read pages keep of the pages of different makers, and their times as ratios. */
export async function runReadersBench({
  runs,
  print,
}: ReadersBench): Promise<ReadonlyMap<string, ReaderFigures>> {
  const figures = new Map<string, ReaderFigures>()
  print(['way'.padEnd(28), ...MEASURES.map((name) => name.padEnd(COLUMN)), 'time'].join(''))
  const times = new Map<string, number>()
  for (const way of WAYS) times.set(way.name, await time(way, runs))
  const floor = times.get('bare walk') ?? 1
  for (const way of WAYS) {
    const found = await gradeWay(way)
    figures.set(way.name, found)
    const cells = MEASURES.map((name) => (found[name] ?? [0, 0]).join(' of ').padEnd(COLUMN))
    const ratio = ((times.get(way.name) ?? 0) / floor).toFixed(1)
    print([way.name.padEnd(28), ...cells, ratio].join(''))
  }
  return figures
}

async function gradeWay(way: Way): Promise<ReaderFigures> {
  const counts: Record<string, [number, number]> = {}
  for (const page of readExpectedPages()) {
    const html = new TextDecoder().decode(readPageFile(page))
    const nothing = { text: '', headings: [], rows: [], code: [] }
    const reading = await way.read(html).catch(() => nothing)
    for (const { measure, isRight } of gradePage(page, reading)) {
      const count = (counts[measure] ??= [0, 0])
      count[0] += isRight ? 1 : 0
      count[1] += 1
    }
  }
  return counts
}

/** Processor time of the fastest reading, in milliseconds. */
async function time(way: Way, runs: number): Promise<number> {
  const html = createLongPage()
  let fastest = Infinity
  for (let run = 0; run < runs; run += 1) {
    const start = process.cpuUsage()
    await way.read(html)
    const { user, system } = process.cpuUsage(start)
    fastest = Math.min(fastest, (user + system) / 1_000)
  }
  return fastest
}

function createLongPage(): string {
  const section = (index: number) =>
    `<h2 id="s${index}">Section ${index}</h2><p>Some words about <b>subject ${index}</b>, with <a href="/${index}">a link</a> and <code>code</code>.</p><ul><li>one</li><li>two</li></ul><pre><code class="language-ts">const a = ${index}\n</code></pre>`
  let body = ''
  for (let index = 0; body.length < LONG_PAGE_BYTES; index += 1) body += section(index)
  return `<!doctype html><html lang="en"><head><title>Long</title></head><body><nav><a href="/">Home</a></nav><main><h1>Long</h1>${body}</main><footer>End</footer></body></html>`
}
