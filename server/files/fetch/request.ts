import { request as requestHttp, type IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { AlcoveError } from '../../../shared/errors.ts'
import type { Target } from './find-target.ts'

const HEADERS_MAX_BYTES = 16_384

/** Parts of a request besides its address. */
export interface Sent {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Makes one call; resolves with the head of the answer, whose body the caller reads or destroys. */
export function send(
  { url, hostname, port, connect }: Target,
  signal: AbortSignal,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<IncomingMessage> {
  // A certificate may be for an IP address, but SNI has names only (RFC 6066).
  const name = isIP(hostname) === 0 ? { servername: hostname } : {}
  const isSecure = url.protocol === 'https:'
  // Limit: that of the signal of who calls, for a file or a tool: "gives up on a server that %s", "ends with its caller when a service %s".
  return new Promise<IncomingMessage>((resolve, reject) => {
    const call = requestHttp(
      {
        host: hostname,
        port,
        path: url.pathname + url.search,
        method,
        headers: {
          ...headers,
          Host: url.host,
          Accept: '*/*',
          ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
          'Accept-Encoding': 'identity',
          'User-Agent': 'alcove',
        },
        // With an agent, Node would not call this function, and would look the name up again.
        createConnection: () =>
          isSecure ? connectTls({ socket: connect(), host: hostname, ...name }) : connect(),
        maxHeaderSize: HEADERS_MAX_BYTES,
        signal,
      },
      resolve,
    )
    call.on('error', reject)
    call.end(body)
  })
}

/**
 * Reads the whole body.
 *
 * @throws AlcoveError `too_large`; the socket's error.
 */
export async function readLimited(message: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // Limit: that of the signal of the call, "gives up on a server that %s".
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      throw new AlcoveError('too_large', `The file is larger than ${maxBytes} bytes.`, {
        data: { limit: maxBytes },
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
