import type { Clock } from '../api/clock.ts'

/** A stream that said all gets this long to end by itself. */
export const STREAM_REST_MS = 2_000

/**
 * Gives every value of a stream to `take` until it says `enough`, the stream ends or the signal
 * aborts. The stream is closed in each case; after `enough` it may end by itself first, since a
 * browser reports a response that is left early as a failed request.
 *
 * @throws the signal's reason; whatever the stream breaks with.
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
    // Nobody waits for what breaks after the end.
  }
  clearTimeout(timer)
}

/** A live stream of our server is never silent for longer: it sends a heartbeat every 15 seconds. */
export const STREAM_SILENCE_MAX_MS = 40_000
/** Others may think for as long as a run of theirs may take, without a word. */
export const FOREIGN_SILENCE_MAX_MS = 300_000

interface SilenceWatch {
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
