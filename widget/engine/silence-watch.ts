import type { Clock } from '../api/clock.ts'

/** A live stream of our server is never silent for longer: it sends a heartbeat every 15 seconds. */
export const STREAM_SILENCE_MAX_MS = 40_000
/** Others may think for as long as a run of theirs may take, without a word. */
export const FOREIGN_SILENCE_MAX_MS = 300_000

export interface SilenceWatch {
  heard(): void
  /** Looks now, by both clocks: the one that never jumps may have slept with the computer. */
  check(): void
  stop(): void
}

/** Calls `onSilent` once when nothing was heard for `maxMs`. */
export function createSilenceWatch(
  clock: Clock,
  maxMs: number,
  onSilent: () => void,
): SilenceWatch {
  let heardAt = clock.uptime()
  let heardOn = clock.now()
  let cancel = watch(maxMs)

  // One timer for all that is heard, not one a token.
  function watch(delayMs: number): () => void {
    return clock.after(delayMs, () => {
      const restMs = heardAt + maxMs - clock.uptime()
      if (restMs > 0) cancel = watch(restMs)
      else onSilent()
    })
  }

  return {
    heard() {
      heardAt = clock.uptime()
      heardOn = clock.now()
    },
    check() {
      const silentMs = Math.max(clock.uptime() - heardAt, clock.now() - heardOn)
      if (silentMs < maxMs) return
      cancel()
      onSilent()
    },
    stop: () => cancel(),
  }
}
