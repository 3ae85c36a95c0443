import type { Clock } from '../cloud/clock.ts'

/** A live stream is never silent for longer: the server sends a heartbeat every 15 seconds. */
export const STREAM_SILENCE_MAX_MS = 60_000

export interface SilenceWatch {
  heard(): void
  stop(): void
}

/** Calls `onSilent` once when nothing was heard for {@link STREAM_SILENCE_MAX_MS}. */
export function createSilenceWatch(clock: Clock, onSilent: () => void): SilenceWatch {
  let heardAt = clock.uptime()
  let cancel = watch(STREAM_SILENCE_MAX_MS)

  // One timer a minute, not one a token.
  function watch(delayMs: number): () => void {
    return clock.after(delayMs, () => {
      const restMs = heardAt + STREAM_SILENCE_MAX_MS - clock.uptime()
      if (restMs > 0) cancel = watch(restMs)
      else onSilent()
    })
  }

  return {
    heard() {
      heardAt = clock.uptime()
    },
    stop: () => cancel(),
  }
}
