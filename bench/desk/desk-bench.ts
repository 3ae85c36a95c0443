import { availableParallelism } from 'node:os'
import {
  createStorePlace,
  ENGINES,
  type Engine,
  type StorePlace,
} from '../../scripts/store-place.ts'
import { openStore } from '../../server/store/store.ts'
import { openBulk } from '../store-bulk.ts'
import { measureBesideStreams, type BesideStreams } from './beside-streams.ts'
import { measureHeld, type CallTimes } from './measure-calls.ts'
import { seedConversations, type DeskScale } from './seed-conversations.ts'
import { createStoreCalls } from './store-calls.ts'

export const DESK_SMALL: DeskScale = { conversations: 2_000, messages: 20_000, samples: 20 }
export const DESK_BIG: DeskScale = { conversations: 100_000, messages: 1_000_000, samples: 40 }
export const DESK_STREAMS: BesideStreams = { streams: 100, seconds: 40 }
/** Maximum time for which a call may hold others. */
const HELD_MAX_MS = 50
/** Maximum of the words' way beside calls of the desk, as a multiple of the way without them. */
const WORDS_MAX_RATIO = 1.1
const NAME_WIDTH = 44

interface DeskBench {
  readonly scale: DeskScale
  readonly beside: BesideStreams
  readonly postgresUrl: string
  readonly print: (line: string) => void
  readonly engines?: readonly Engine[]
}

export interface DeskFigure extends CallTimes {
  readonly engine: Engine
  readonly name: string
  /** Longest time in which nothing else of the process could run; undefined: over HTTP. */
  readonly held: number | undefined
}

/**
 * Duration of the desk's lists, searches and reports, beside a visitor's own list of threads, how long others are held, and the words of
 * streams meanwhile. Returns the figures, and the names of the goals that were missed.
 */
export async function runDeskBench({
  scale,
  beside,
  postgresUrl,
  print,
  engines = ENGINES,
}: DeskBench): Promise<{
  readonly figures: readonly DeskFigure[]
  readonly missed: readonly string[]
}> {
  const figures: DeskFigure[] = []
  const missed: string[] = []
  for (const engine of engines) {
    const place = await createStorePlace(engine, postgresUrl)
    const seconds = await seed(place, scale)
    print(
      `\n${engine}: ${scale.messages.toLocaleString('en')} messages in ` +
        `${scale.conversations.toLocaleString('en')} conversations, seeded in ${seconds.toFixed(0)} s; ` +
        `${scale.samples} calls each, one at a time, ${availableParallelism()} cores; ms`,
    )
    const found = await measureEngine(engine, { place, scale, beside, print })
    figures.push(...found.figures)
    missed.push(...found.missed.map((goal) => `${engine}: ${goal}`))
    await place.remove()
  }
  for (const goal of missed) print(`Missed: ${goal}`)
  return { figures, missed }
}

/** Returns the seconds that it took. */
async function seed(place: StorePlace, scale: DeskScale): Promise<number> {
  await (await openStore(place)).close()
  const startedAt = performance.now()
  const bulk = await openBulk(place)
  await seedConversations(bulk, scale)
  await bulk.save()
  await bulk.close()
  return (performance.now() - startedAt) / 1_000
}

export interface SeededPlace extends Pick<DeskBench, 'scale' | 'beside' | 'print'> {
  readonly place: StorePlace
}

/** Measures a seeded database. */
export async function measureEngine(engine: Engine, { place, scale, beside, print }: SeededPlace) {
  const figures: DeskFigure[] = []
  const missed: string[] = []
  print(`${''.padEnd(NAME_WIDTH)}     p50     p95    held`)
  const store = await openStore(place)
  for (const { name, run, limitMs } of createStoreCalls(store)) {
    const figure = { engine, name, ...(await measureHeld(run, scale.samples)) }
    figures.push(figure)
    print(lineOf(figure))
    if (limitMs !== undefined && figure.p95 > limitMs) missed.push(`${name} in ${limitMs} ms`)
    if (figure.held > HELD_MAX_MS) missed.push(`${name}, others held for ${HELD_MAX_MS} ms`)
  }
  await store.close()
  const words = await measureBesideStreams(place, beside)
  print(`over HTTP, beside ${beside.streams} streams`)
  for (const call of words.calls) {
    const figure = { engine, held: undefined, ...call }
    figures.push(figure)
    print(lineOf(figure))
  }
  const ratio = words.besideP95 / words.quietP95
  print(
    `p95 of a word’s way: ${words.quietP95.toFixed(1)} ms without calls of the desk, ` +
      `${words.besideP95.toFixed(1)} ms beside them, × ${ratio.toFixed(2)}`,
  )
  if (ratio > WORDS_MAX_RATIO) missed.push(`words at × ${WORDS_MAX_RATIO}`)
  return { figures, missed }
}

const cell = (value: number) => value.toFixed(1).padStart(8)
const lineOf = ({ name, p50, p95, held }: DeskFigure): string =>
  name.padEnd(NAME_WIDTH) + cell(p50) + cell(p95) + (held === undefined ? '' : cell(held))
