import { availableParallelism } from 'node:os'
import { ENGINES, type Engine } from '../scripts/store-place.ts'
import { percentile } from './percentile.ts'
import { createRequests, type BenchRequest } from './store-requests.ts'
import { FEW_ROWS, FEW_SCALE, type StoreScale } from './store-scale.ts'
import { startStoreWorld } from './store-world.ts'

/** The first samples run with cold code and caches, so they are not counted. */
const WARM_UP_SAMPLES = 20
const SHARES = [0.5, 0.95, 0.99] as const

export interface StoreBench {
  readonly scale: StoreScale
  readonly print: (line: string) => void
  /** Uncounted requests of each kind before the measurement; default {@link WARM_UP_SAMPLES}. */
  readonly warmUpSamples?: number
  /** A Postgres server on which databases can be created. */
  readonly postgresUrl: string
}

export interface StoreFigures {
  readonly engine: Engine
  readonly name: string
  /** Milliseconds per request. Undefined if the few rows do not fill the page. */
  readonly few: readonly number[] | undefined
  readonly full: readonly number[]
}

/** Measures pages and writes over HTTP with many rows, beside the same with ten rows. */
export async function runStoreBench({
  scale,
  print,
  postgresUrl,
  warmUpSamples = WARM_UP_SAMPLES,
}: StoreBench): Promise<readonly StoreFigures[]> {
  const figures: StoreFigures[] = []
  for (const engine of ENGINES) {
    const bench = { scale, print, postgresUrl, warmUpSamples }
    figures.push(...(await measureEngine(engine, bench)))
  }
  return figures
}

async function measureEngine(
  engine: Engine,
  { scale, print, postgresUrl, warmUpSamples }: Required<StoreBench>,
): Promise<readonly StoreFigures[]> {
  const few = await startStoreWorld(engine, postgresUrl, FEW_SCALE)
  try {
    const full = await startStoreWorld(engine, postgresUrl, scale)
    try {
      const { threads, messages, samples } = scale
      print('')
      print(
        `${engine}: ${threads.toLocaleString('en')} threads of one visitor, ` +
          `${messages.toLocaleString('en')} messages, seeded in ${full.seedSeconds.toFixed(0)} s, ` +
          `read for the search in ${full.searchSeconds.toFixed(0)} s; ` +
          `${samples} requests each, one at a time, ${availableParallelism()} cores; ms`,
      )
      print(headings())
      const fewRequests = createRequests(few)
      const figures: StoreFigures[] = []
      for (const [index, request] of createRequests(full).entries()) {
        await Promise.all([few.visitor.refresh(), full.visitor.refresh()])
        const times = await measure(request, fewRequests[index], samples, warmUpSamples)
        figures.push({ engine, name: request.name, ...times })
        print(line(request.name, times))
      }
      print(
        `memory of the server: ${few.residentMib().toFixed(0)} MiB with ${FEW_ROWS} rows, ` +
          `${full.residentMib().toFixed(0)} MiB in full`,
      )
      return figures
    } finally {
      await full.stop()
    }
  } finally {
    await few.stop()
  }
}

/** Alternates, so that a slower machine slows down both. */
async function measure(
  request: BenchRequest,
  few: BenchRequest | undefined,
  samples: number,
  warmUpSamples: number,
) {
  const times = { few: [] as number[], full: [] as number[] }
  const other = few?.fitsFew ? few : undefined
  for (let sample = -warmUpSamples; sample < samples; sample += 1) {
    const fewMs = other ? await timeOf(other) : 0
    const fullMs = await timeOf(request)
    if (sample < 0) continue
    times.few.push(fewMs)
    times.full.push(fullMs)
  }
  return { full: times.full, few: other ? times.few : undefined }
}

async function timeOf({ send }: BenchRequest): Promise<number> {
  const startedAt = performance.now()
  await send()
  return performance.now() - startedAt
}

const NAME_WIDTH = 28
const CELL_WIDTH = 8

function headings(): string {
  const shares = SHARES.map((share) => `p${share * 100}`.padStart(CELL_WIDTH)).join('')
  const title = (text: string) => text.padStart(CELL_WIDTH * SHARES.length)
  return [
    `${''.padEnd(NAME_WIDTH)}${title(`${FEW_ROWS} rows`)}${title('full')}${title('ratio')}`,
    `${''.padEnd(NAME_WIDTH)}${shares}${shares}${shares}`,
  ].join('\n')
}

function line(name: string, { few, full }: Pick<StoreFigures, 'few' | 'full'>): string {
  const cell = (value: number | undefined) => (value?.toFixed(2) ?? '').padStart(CELL_WIDTH)
  const [fewCells, fullCells] = [few, full].map((times) =>
    SHARES.map((share) => (times ? percentile(times, share) : undefined)),
  )
  const ratios = SHARES.map((_, index) => {
    const [a, b] = [fewCells?.[index], fullCells?.[index]]
    return a === undefined || b === undefined ? undefined : b / a
  })
  return name.padEnd(NAME_WIDTH) + [...fewCells!, ...fullCells!, ...ratios].map(cell).join('')
}
