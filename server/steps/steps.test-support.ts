import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import type { Steps } from './in-turns.ts'

/** Runs a task at once. */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

const PASSES = 3

/**
 * Runs the same task a few times, step by step, and measures processor time. For each step the fastest pass
 * counts: garbage collection may hit any step, while a long step is long each time.
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
