import { HEARTBEAT } from '../../shared/wire/sse.ts'
import { pullEvents, type NextText } from './pull-events.ts'

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
