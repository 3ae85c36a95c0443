import { percentile } from '../percentile.ts'

const WARM_UP_SAMPLES = 3
/** Interval of the watch for calls that are held. */
const WATCH_MS = 1

export interface CallTimes {
  readonly p50: number
  readonly p95: number
}

/** Times of a call, and the longest time in which nothing else of the process could run. */
export async function measureHeld(
  call: () => Promise<unknown>,
  samples: number,
): Promise<CallTimes & { readonly held: number }> {
  for (let sample = 0; sample < WARM_UP_SAMPLES; sample++) await call()
  const times: number[] = []
  let held = 0
  let last = performance.now()
  // No limit: cleared below.
  const watch = setInterval(() => {
    const now = performance.now()
    held = Math.max(held, now - last - WATCH_MS)
    last = now
  }, WATCH_MS)
  for (let sample = 0; sample < samples; sample++) times.push(await timeOf(call))
  clearInterval(watch)
  return { ...toTimes(times), held }
}

/** Milliseconds until the end of a call. */
export async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

export const toTimes = (times: readonly number[]): CallTimes => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
})
