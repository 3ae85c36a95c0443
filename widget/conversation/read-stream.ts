import type { Clock } from '../api/clock.ts'

/** Time for a complete stream to end by itself. */
export const STREAM_REST_MS = 2_000

/**
 * Passes each value of a stream to `take` until it returns `enough`, the stream ends or the signal aborts. The
 * stream is closed in each case. After `enough` it gets time to end by itself, since a browser reports a
 * cancelled response as a failed request.
 *
 * @throws the signal's reason; any error of the stream.
 */
export async function readStream<Value>(
  stream: ReadableStream<Value>,
  signal: AbortSignal,
  take: (value: Value) => 'more' | 'enough',
): Promise<'enough' | 'ended'> {
  // Limit: STREAM_SILENCE_MAX_MS or FOREIGN_SILENCE_MAX_MS, by the signal: "gives up an answer that falls silent, but
  // lets a model think".
  const reader = stream.getReader()
  let hasRest = false
  const cancel = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      if (signal.aborted) throw signal.reason
      const { done, value } = await reader.read()
      if (signal.aborted) throw signal.reason
      if (done) return 'ended'
      if (take(value) === 'enough') {
        hasRest = true
        return 'enough'
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    if (hasRest) void readRest(reader)
    else void reader.cancel().catch(() => {})
  }
}

async function readRest<Value>(reader: ReadableStreamDefaultReader<Value>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), STREAM_REST_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // Errors after the end are ignored.
  }
  clearTimeout(timer)
}

/** Maximum silence of a live stream of our server, which sends a heartbeat every 15 seconds. */
export const STREAM_SILENCE_MAX_MS = 40_000
/** Maximum silence of other servers: as long as a run of theirs may take without output. */
export const FOREIGN_SILENCE_MAX_MS = 300_000

interface SilenceWatch {
  heard(): void
  /** Checks both clocks now: the monotonic one may have slept with the computer. */
  check(): void
  stop(): void
}

/** Calls `onSilent` once, after `maxMs` without data. */
export function createSilenceWatch(
  clock: Clock,
  maxMs: number,
  onSilent: () => void,
): SilenceWatch {
  let heardAt = clock.uptime()
  let heardOn = clock.now()
  let cancel = watch(maxMs)

  // Reuses one timer, instead of one per token.
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
