import { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { HEARTBEAT } from '../shared/wire/sse.ts'
import { cursorOf, type FollowedCursor } from './streams/log-cursor.ts'

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
  const target = targetOf(outgoing)

  function write() {
    if (outgoing.destroyed) return
    for (let text = cursor.take(); text !== ''; text = cursor.take()) {
      if (text === undefined) return void outgoing.end()
      timer.refresh()
      // A slow reader is waited for: what it has not taken stays in the log.
      if (!target.write(text)) return void target.writable.once('drain', write)
    }
    cursor.wait(write)
  }

  function beat() {
    timer.refresh()
    if (!target.writable.writableNeedDrain) target.write(HEARTBEAT)
  }

  outgoing.once('close', () => {
    clearTimeout(timer)
    cursor.leave(write)
    target.writable.off('drain', write)
  })
  write()
}

interface Target {
  /** Tells when it can take more. */
  readonly writable: Writable
  /** Whether it can take more at once. */
  write(text: string): boolean
}

/**
 * Node writes a chunk of a body as four pieces, a tick later: half of what a short event costs. Once
 * the head is on its way, a chunk is framed here and given to the socket as one.
 */
function targetOf(outgoing: ServerResponse): Target {
  const { socket, chunkedEncoding } = outgoing
  // HTTP/1.0 has no chunks, and a response behind another one has no socket yet.
  if (!socket || !chunkedEncoding) {
    return { writable: outgoing, write: (text) => outgoing.write(text) }
  }
  return {
    writable: socket,
    write(text) {
      const bytes = Buffer.byteLength(text)
      // Letters of one byte each need not be looked at again.
      const encoding = bytes === text.length ? 'latin1' : 'utf8'
      return socket.write(`${bytes.toString(16)}\r\n${text}\r\n`, encoding)
    },
  }
}
