import { ServerResponse } from 'node:http'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
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
interface FollowedCursor {
  readonly cursor: LogCursor
  readonly heartbeatMs: number
}

/** Of the streams that nobody has read from yet. */
const cursors = new WeakMap<ReadableStream<Uint8Array>, FollowedCursor>()

/** What a stream of {@link pullCursor} reads, as long as nobody has read from it. */
const cursorOf = (stream: ReadableStream<Uint8Array>): FollowedCursor | undefined =>
  stream.locked ? undefined : cursors.get(stream)

/** The texts as a stream, with a comment when nothing comes for a while. */
export function pullCursor(
  cursor: LogCursor,
  heartbeatMs: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const stream = pullEvents(createNext(cursor, heartbeatMs), signal)
  cursors.set(stream, { cursor, heartbeatMs })
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
    // Limit: the heartbeat, "sends a comment while nothing comes".
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

type Fetch = (
  request: Request,
  bindings: HttpBindings | Http2Bindings,
) => Response | Promise<Response>

/**
 * A thousand answers are written at once: their texts go from the log to the socket, without a stream
 * of promises between them. All other bodies are sent as ever.
 */
export function writeDirectly(fetch: Fetch): Fetch {
  return async (request, bindings) => {
    // No limit: this process answers.
    const response = await fetch(request, bindings)
    const followed = isEvents(response) && response.body && cursorOf(response.body)
    const { outgoing } = bindings
    // Whoever left before the first byte closes nothing any more.
    const isOpen = outgoing instanceof ServerResponse && !outgoing.destroyed
    if (!followed || !isOpen) return response
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    pump(followed, outgoing)
    return RESPONSE_ALREADY_SENT
  }
}

/** Asked first: to look at a body costs as much as a small answer. */
const isEvents = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

function pump({ cursor, heartbeatMs }: FollowedCursor, outgoing: ServerResponse) {
  const timer = setTimeout(beat, heartbeatMs)
  outgoing.flushHeaders()

  function write() {
    if (outgoing.destroyed) return
    for (let text = cursor.take(); text !== ''; text = cursor.take()) {
      if (text === undefined) return void outgoing.end()
      timer.refresh()
      // A slow reader is waited for: what it has not taken stays in the log.
      if (!outgoing.write(text)) return void outgoing.once('drain', write)
    }
    cursor.wait(write)
  }

  function beat() {
    timer.refresh()
    if (!outgoing.writableNeedDrain) outgoing.write(HEARTBEAT)
  }

  outgoing.once('close', () => {
    clearTimeout(timer)
    cursor.leave(write)
    outgoing.off('drain', write)
  })
  write()
}
