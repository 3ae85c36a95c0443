import { ENGINES, type Engine } from '../scripts/store-place.ts'
import { startVectorWorld, type VectorWorldScale } from '../server/testing/vector-world.ts'
import { percentile } from './percentile.ts'

const MIB = 1024 * 1024
/** Vectors that a question compares by their numbers. */
const COMPARED = 500

export interface VectorsBench {
  readonly scale: VectorWorldScale
  readonly questions: number
  readonly postgresUrl: string
  readonly print: (line: string) => void
}

export interface VectorFigures {
  readonly engine: Engine
  /** Of the first question, which may read all bits. */
  readonly firstMs: number
  readonly ms: readonly number[]
  /** Share of the ten most similar pieces that were found, on average. */
  readonly recall: number
  /** Longest time for which this process did nothing else. */
  readonly longestHoldMs: number
}

/** Measures questions among vectors on both engines, beside an exact comparison of all numbers. */
export async function runVectorsBench({
  scale,
  questions,
  postgresUrl,
  print,
}: VectorsBench): Promise<readonly VectorFigures[]> {
  const all: VectorFigures[] = []
  for (const engine of ENGINES) {
    const world = await startVectorWorld(engine, postgresUrl, scale)
    try {
      const before = process.memoryUsage.rss()
      const first = await world.ask(COMPARED)
      const answers = []
      for (let count = 0; count < questions; count += 1) answers.push(await world.ask(COMPARED))
      const longestHoldMs = await world.longestHold(async () => {
        await world.ask(COMPARED)
      })
      const ms = answers.map((answer) => answer.ms)
      const recall = answers.reduce((sum, answer) => sum + answer.recall, 0) / answers.length
      const mib = (process.memoryUsage.rss() - before) / MIB
      print(
        `${engine}: ${scale.pieces.toLocaleString('en')} pieces of ${scale.dimensions} numbers; ` +
          `first ${first.ms.toFixed(0)} ms, then p50 ${percentile(ms, 0.5).toFixed(1)}, ` +
          `p95 ${percentile(ms, 0.95).toFixed(1)} ms; recall of the best ten ${recall.toFixed(3)}; ` +
          `memory +${mib.toFixed(0)} MiB`,
      )
      all.push({ engine, firstMs: first.ms, ms, recall, longestHoldMs })
    } finally {
      await world.stop()
    }
  }
  return all
}
