/** The next text for a reader; `undefined`: there is no more. The signal aborts when the reader is gone or has all. */
export type NextText = (signal: AbortSignal) => Promise<string | undefined>

/**
 * A stream of bytes that asks for the next text only when its reader has taken the one before, so
 * that a slow reader costs no memory.
 */
export function pullEvents(next: NextText, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const left = new AbortController()
  const gone = left.signal
  // A combined signal looks at all of its own each time that it is asked.
  const leave = () => {
    signal.removeEventListener('abort', leave)
    left.abort()
  }
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const text = gone.aborted ? undefined : await next(gone)
        if (text !== undefined && !gone.aborted) return controller.enqueue(encoder.encode(text))
        leave()
        controller.close()
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}
