import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BenchReport } from './bench-messages.ts'
import type { BenchQuestion } from './make-pieces.ts'

/** Questions that warm up code and caches. */
const WARM_UP_QUESTIONS = 50

/** Asks one question after another; `find` tells whether the right piece was found. */
export async function askQuestions(
  questions: readonly BenchQuestion[],
  find: (question: BenchQuestion) => Promise<boolean>,
): Promise<BenchReport> {
  for (const question of questions.slice(0, WARM_UP_QUESTIONS)) await find(question)
  const times: number[] = []
  let right = 0
  for (const question of questions) {
    await nextTurn()
    const startedAt = performance.now()
    if (await find(question)) right += 1
    times.push(performance.now() - startedAt)
  }
  return { type: 'searched', times, recallAt5: right / questions.length }
}
