import { ServerResponse } from 'node:http'
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
  outgoing.flushHeaders()
  write()
}
