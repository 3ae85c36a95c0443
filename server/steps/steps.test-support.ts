import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import type { Steps } from './in-turns.ts'

/** Does the whole work in one go. */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does it step by step, and says what they took of the processor: other programs do not count. */
export function measureSteps(work: Steps<unknown>): { longestMs: number; totalMs: number } {
  let longestMs = 0
  let totalMs = 0
  for (let isDone = false; !isDone;) {
    const spentMs = startCpuTimer()
    isDone = work.next().done === true
    const ms = spentMs()
    longestMs = Math.max(longestMs, ms)
    totalMs += ms
  }
  return { longestMs, totalMs }
}
