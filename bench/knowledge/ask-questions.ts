import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BenchOrder, BenchReport } from './bench-messages.ts'
import type { BenchQuestion } from './make-pieces.ts'

const MICROSECONDS_PER_MS = 1_000

/** Asks one question after another; `find` tells whether the right piece was found. */
export async function askQuestions(
  { questions, warmUp }: Extract<BenchOrder, { readonly type: 'search' }>,
  find: (question: BenchQuestion) => Promise<boolean>,
): Promise<BenchReport> {
  for (const question of warmUp) await find(question)
  const usedBefore = process.cpuUsage()
  const times: number[] = []
  let right = 0
  for (const question of questions) {
    await nextTurn()
    const startedAt = performance.now()
    if (await find(question)) right += 1
    times.push(performance.now() - startedAt)
  }
  const { user, system } = process.cpuUsage(usedBefore)
  const cpuMs = (user + system) / MICROSECONDS_PER_MS
  return { type: 'searched', times, cpuMs, recallAt5: right / questions.length }
}
