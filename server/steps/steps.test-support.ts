import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import type { Steps } from './in-turns.ts'

/** Does the whole work in one go. */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

const PASSES = 3

/**
 * Does the same work a few times, step by step, and says what they took of the processor. Of each step the
 * fastest pass counts: a collection of garbage falls into any step, a long step is long each time.
 */
export function measureSteps(begin: () => Steps<unknown>): { longestMs: number; totalMs: number } {
  const fastest: number[] = []
  for (let pass = 0; pass < PASSES; pass += 1) {
    const work = begin()
    for (let step = 0, isDone = false; !isDone; step += 1) {
      const spentMs = startCpuTimer()
      isDone = work.next().done === true
      fastest[step] = Math.min(fastest[step] ?? Infinity, spentMs())
    }
  }
  return {
    longestMs: fastest.reduce((most, ms) => Math.max(most, ms), 0),
    totalMs: fastest.reduce((sum, ms) => sum + ms, 0),
  }
}
