/**
 * Gives every value of a stream to `take` until it says `enough`, the stream ends or the signal
 * aborts. The stream is closed in each case.
 *
 * @throws the signal's reason; whatever the stream breaks with.
 */
export async function readStream<Value>(
  stream: ReadableStream<Value>,
  signal: AbortSignal,
  take: (value: Value) => 'more' | 'enough',
): Promise<'enough' | 'ended'> {
  const reader = stream.getReader()
  const cancel = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      if (signal.aborted) throw signal.reason
      const { done, value } = await reader.read()
      if (signal.aborted) throw signal.reason
      if (done) return 'ended'
      if (take(value) === 'enough') return 'enough'
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    void reader.cancel().catch(() => {})
  }
}
