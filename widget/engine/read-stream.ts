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
