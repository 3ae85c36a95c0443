import type { IncomingHttpHeaders } from 'node:http'

/** A call of the model server for tests to inspect, while it runs and afterwards. */
export interface RecordedRequest {
  readonly path: string
  /** The caller's port: the same for two calls on one connection. */
  readonly remotePort: number | undefined
  readonly headers: IncomingHttpHeaders
  /** The parsed JSON body. */
  readonly body: unknown
  /** The text of the last user message, which is the script. */
  readonly prompt: string
  /** `aborted`: the caller closed the socket, or a script cut it, before the answer was complete. */
  readonly state: 'open' | 'finished' | 'aborted'
  /** Settles when the answer is complete or the socket is closed. */
  readonly closed: Promise<'finished' | 'aborted'>
}
