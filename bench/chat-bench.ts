import { availableParallelism } from 'node:os'
import { buildProduct } from '../scripts/build-product.ts'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { startBenchWorld, type BenchWorld } from './bench-world.ts'
import { runIdleBench } from './idle-bench.ts'
import { runOpeningBench } from './opening-bench.ts'
import { runStreamBench } from './stream-bench.ts'
import { runThreadBench } from './thread-bench.ts'

const PARTS: Readonly<Record<string, (world: BenchWorld, runs: number) => Promise<void>>> = {
  open: runOpeningBench,
  stream: runStreamBench,
  thread: runThreadBench,
  idle: runIdleBench,
}

export const CHAT_PARTS: readonly string[] = Object.keys(PARTS)

/** Measures the chat's cost in a browser, beside the minimal cost of the same work, in the same run. */
export async function runChatBench(parts: readonly string[], runs: number): Promise<void> {
  await buildProduct(REPOSITORY_ROOT)
  const world = await startBenchWorld()
  console.log(`\nmedians of ${runs} interleaved runs, ${availableParallelism()} cores`)
  for (const part of parts) await PARTS[part]!(world, runs)
  await world.stop()
}
