import { ServerResponse } from 'node:http'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { HEARTBEAT } from '../../shared/wire/sse.ts'

/** A reader's position in a log. */
export interface LogCursor {
  /** The available texts, in pieces: empty if more may come, `undefined` after the last. */
  take(): string | undefined
  /** Calls back once when there is more. */
  wait(ready: () => void): void
  /** Cancels the callback. */
  leave(ready: () => void): void
}

/** A cursor's texts, for a writer that needs no stream. */
interface FollowedCursor {
  readonly cursor: LogCursor
  readonly heartbeatMs: number
}

/** Cursors of the streams that were not read from yet. */
const cursors = new WeakMap<ReadableStream<Uint8Array>, FollowedCursor>()

/** The cursor of a stream of {@link pullCursor} that was not read from yet. */
const cursorOf = (stream: ReadableStream<Uint8Array>): FollowedCursor | undefined =>
  stream.locked ? undefined : cursors.get(stream)

/** The texts as a stream, with a comment after some time without texts. */
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
 * Waits until the next event, the end of the log, the end of the reader, or until a heartbeat is due
 * (`false`). A reader waits for every event of an answer, so it keeps one timer and one listener.
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

/**
 * The next text for a reader; `undefined` at the end. The signal aborts when the reader is gone or has
 * everything.
 */
type NextText = (signal: AbortSignal) => Promise<string | undefined>

/**
 * A stream of bytes that asks for the next text only when its reader has taken the one before, so that a slow
 * reader costs no memory.
 */
export function pullEvents(next: NextText, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const left = new AbortController()
  const gone = AbortSignal.any([signal, left.signal])
  const leave = () => left.abort()
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
 * Writes logs to the socket directly, without a stream of promises between them, because a thousand answers
 * may be written at once. Other bodies are sent as usual.
 */
export function writeDirectly(fetch: Fetch): Fetch {
  return async (request, bindings) => {
    // No limit: this process answers.
    const response = await fetch(request, bindings)
    const followed = isEvents(response) && response.body && cursorOf(response.body)
    const { outgoing } = bindings
    // A client that left before the first byte emits no `close` any more.
    const isOpen = outgoing instanceof ServerResponse && !outgoing.destroyed
    if (!followed || !isOpen) return response
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    pump(followed, outgoing)
    return RESPONSE_ALREADY_SENT
  }
}

/** Checked first: access to a body costs as much as a small answer. */
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
      // Unread text of a slow reader stays in the log.
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
