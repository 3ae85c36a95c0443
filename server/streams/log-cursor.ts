import { HEARTBEAT } from '../../shared/wire/sse.ts'

/** A reader's place in a log. */
export interface LogCursor {
  /** The texts that are there by now, in pieces: empty where more may come, `undefined` after the last. */
  take(): string | undefined
  /** Calls back once when there is more. */
  wait(ready: () => void): void
  /** Does not call back any more. */
  leave(ready: () => void): void
}

/** A cursor's texts, for whoever can write them without a stream. */
export interface FollowedCursor {
  readonly cursor: LogCursor
  readonly heartbeatMs: number
}

const followed = new WeakMap<ReadableStream<Uint8Array>, FollowedCursor>()

/** What a stream of {@link pullCursor} reads, as long as nobody has read from it. */
export const cursorOf = (stream: ReadableStream<Uint8Array>): FollowedCursor | undefined =>
  stream.locked ? undefined : followed.get(stream)

/** The texts as a stream, with a comment when nothing comes for a while. */
export function pullCursor(
  cursor: LogCursor,
  heartbeatMs: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const stream = pullEvents(createNext(cursor, heartbeatMs), signal)
  followed.set(stream, { cursor, heartbeatMs })
  return stream
}

function createNext(cursor: LogCursor, heartbeatMs: number): NextText {
  let nextEvent: (() => Promise<boolean>) | undefined
  return async (signal) => {
    for (;;) {
      const text = cursor.take()
      if (text !== '') return text
      nextEvent ??= createWaiter(cursor, heartbeatMs, signal)
      const hasEvent = await nextEvent()
      if (signal.aborted) return undefined
      if (!hasEvent) return HEARTBEAT
    }
  }
}

/**
 * How a reader waits: until the next event, the end, its own end, or until a heartbeat is due
 * (`false`). It waits for every event of an answer, so one timer and one listener do for all.
 */
function createWaiter(
  cursor: LogCursor,
  heartbeatMs: number,
  signal: AbortSignal,
): () => Promise<boolean> {
  let settle: ((hasEvent: boolean) => void) | undefined
  const ready = () => settle?.(true)
  const timer = setTimeout(() => settle?.(false), heartbeatMs)
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer)
      cursor.leave(ready)
      ready()
    },
    { once: true },
  )
  return () =>
    new Promise((resolve) => {
      settle = resolve
      cursor.wait(ready)
      timer.refresh()
    })
}

/** The next text for a reader; `undefined`: there is no more. The signal aborts when the reader is gone or has all. */
type NextText = (signal: AbortSignal) => Promise<string | undefined>

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
