import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStorePlace, ENGINES, type Engine } from '../../scripts/store-place.ts'
import { addSource } from '../../server/testing/add-source.ts'
import { openStore } from '../../server/store/store.ts'
import { createChatCalls } from '../create-chat-calls.ts'
import { watchHealth } from '../hold/watch-health.ts'
import { openStreams } from '../open-streams.ts'
import { percentile } from '../percentile.ts'
import { spawnNode, startProcess } from '../start-process.ts'
import { nextReport, type BenchOrder, type BenchReport } from './bench-messages.ts'
import { makeQuestions } from './make-pieces.ts'
import { SOURCE_ID } from './measure-alcove.ts'
import { PEER_NAMES, type PeerName } from './peers.ts'

const STREAMS = 50
/** Questions that warm up code and caches. */
const WARM_UP_QUESTIONS = 50
/** Pieces of text a second of each stream, for longer than the measurement. */
const STREAM = '100000 20'
const SECRET = 'a secret of the bench, 32 bytes or more'
const PEER_MEMORY_MIB = 8_192

export interface KnowledgeBench {
  readonly pieces: number
  readonly questions: number
  readonly streams?: number
  readonly postgresUrl: string
  /** Engines and peers to measure, by their names; default: all. */
  readonly only?: RegExp
  readonly print: (line: string) => void
}

type Asked = Omit<Extract<BenchOrder, { readonly type: 'search' }>, 'type'>

export interface KnowledgeFigures {
  readonly name: string
  readonly p95: number
  /** Processor time of one search, in the mean. */
  readonly cpuMs: number
  readonly recallAt5: number
  readonly piecesPerSecond: number
  readonly memoryMib: number
}

/**
 * Measures the search of an owner's pages beside open streams on both engines, and peers that keep the same
 * pieces in memory.
 */
export async function runKnowledgeBench(
  bench: KnowledgeBench,
): Promise<readonly KnowledgeFigures[]> {
  const { pieces, questions, print, only = /./ } = bench
  print(
    `\n${pieces.toLocaleString('en')} pieces in five languages, ${questions} questions of 4 to 8 words, ` +
      `${availableParallelism()} cores`,
  )
  const figures: KnowledgeFigures[] = []
  const asked = {
    questions: makeQuestions(pieces, questions),
    warmUp: makeQuestions(pieces, WARM_UP_QUESTIONS, 2),
  }
  for (const engine of ENGINES.filter((name) => only.test(name))) {
    figures.push(await measureEngine(engine, bench, asked))
  }
  for (const peer of PEER_NAMES.filter((name) => only.test(name))) {
    const figure = await measurePeer(peer, bench, asked)
    if (figure) figures.push(figure)
  }
  for (const line of compareFigures(figures)) print(line)
  return figures
}

/** Each engine beside the quickest and the best peer. */
function compareFigures(figures: readonly KnowledgeFigures[]): readonly string[] {
  const peers = figures.filter(({ name }) => PEER_NAMES.some((peer) => name.startsWith(peer)))
  if (peers.length === 0) return []
  const quickest = Math.min(...peers.map(({ p95 }) => p95))
  const best = Math.max(...peers.map(({ recallAt5 }) => recallAt5))
  return figures
    .filter((figure) => !peers.includes(figure))
    .map(
      ({ name, p95, recallAt5 }) =>
        `${name}: p95 ${(p95 / quickest).toFixed(2)} x the quickest peer, ` +
        `recall@5 ${(recallAt5 - best).toFixed(3)} above the best peer`,
    )
}

async function measureEngine(
  engine: Engine,
  { pieces, postgresUrl, print, streams = STREAMS }: KnowledgeBench,
  asked: Asked,
): Promise<KnowledgeFigures> {
  const place = await createStorePlace(engine, postgresUrl)
  await (await openStore(place)).close()
  await addSource(place, { id: SOURCE_ID })
  const server = await startProcess(['bench/knowledge/alcove-process.ts'], {
    ALCOVE_DATA_DIR: place.dataDir,
    ALCOVE_LIMITS: 'off',
    ...(place.databaseUrl === undefined
      ? {}
      : { DATABASE_URL: place.databaseUrl, ALCOVE_SECRET: SECRET }),
  })
  const health = await watchHealth(server.origin, server.pid)
  try {
    const callOf = await createChatCalls(server.origin, streams)
    const opened = await openStreams(
      Array.from({ length: streams }, (_, index) => callOf(index, STREAM)),
    )
    // On a busy machine the wait has other programs' time as well.
    const held = async () => {
      const waits = await health.take()
      const [ms, cpuMs] = [waits.map((wait) => wait.ms), waits.map((wait) => wait.cpuMs)]
      return `${Math.max(...ms).toFixed(0)} ms (${Math.max(...cpuMs).toFixed(0)} of processor time)`
    }
    await health.take()
    const indexed = await order(server.child, { type: 'index', pieces })
    const heldByIndexing = await held()
    const searched = await order(server.child, { type: 'search', ...asked })
    const heldBySearch = await held()
    const figures = toFigures(
      `alcove, ${engine}, beside ${streams} streams`,
      pieces,
      indexed,
      searched,
    )
    print(
      `${toLine(figures)}; another call waited at most ${heldByIndexing} while indexing, ${heldBySearch} while searching`,
    )
    if (opened.open < streams) throw new Error(`${opened.open} of ${streams} streams are open.`)
    opened.close()
    return figures
  } finally {
    await health.stop()
    await server.stop()
    await place.remove()
  }
}

async function measurePeer(
  name: PeerName,
  { pieces, print }: KnowledgeBench,
  asked: Asked,
): Promise<KnowledgeFigures | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-peer-'))
  const memory = `--max-old-space-size=${PEER_MEMORY_MIB}`
  const child = spawnNode([memory, 'bench/knowledge/peer-process.ts', name], { TMPDIR: folder })
  try {
    await nextReport(child)
    const indexed = await order(child, { type: 'index', pieces })
    const searched = await order(child, { type: 'search', ...asked })
    const figures = toFigures(`${name}, in memory`, pieces, indexed, searched)
    print(toLine(figures))
    return figures
  } catch (error) {
    print(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

function order(child: Parameters<typeof nextReport>[0], sent: BenchOrder): Promise<BenchReport> {
  const report = nextReport(child)
  child.send(sent)
  return report
}

function toFigures(
  name: string,
  pieces: number,
  indexed: BenchReport,
  searched: BenchReport,
): KnowledgeFigures {
  if (indexed.type !== 'indexed' || searched.type !== 'searched') throw new Error('Out of order.')
  return {
    name,
    p95: percentile(searched.times, 0.95),
    cpuMs: searched.cpuMs / searched.times.length,
    recallAt5: searched.recallAt5,
    piecesPerSecond: (1_000 * pieces) / indexed.ms,
    memoryMib: indexed.memoryMib,
  }
}

const toLine = ({
  name,
  p95,
  cpuMs,
  recallAt5,
  piecesPerSecond,
  memoryMib,
}: KnowledgeFigures): string =>
  `${name}: p95 ${p95.toFixed(1)} ms (mean of processor time ${cpuMs.toFixed(1)} ms), recall@5 ${recallAt5.toFixed(3)}, ` +
  `${piecesPerSecond.toFixed(0)} pieces/s indexed, ${memoryMib.toFixed(0)} MiB above rest`
