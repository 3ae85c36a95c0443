import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A piece of a body: text as it stands, bytes, a silence, or the break of the connection. */
export type StreamPiece = string | { readonly base64: string } | { readonly pauseMs: number }

/** An answer over HTTP. */
export interface StreamReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly chunks: readonly StreamPiece[]
  /** The headers are sent after the first silence; default: at once. */
  readonly headersAfterPause?: boolean
}

/** The piece that breaks the connection. */
export const CLOSE = '<close>'

/** Turns of the event loop in which a piece comes to its reader in this process. */
const TURNS = 5

const givenTime = async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
}

export interface StreamReplay {
  /** Address without a slash at its end. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a local server that sends replies piece by piece, each as its own write.
 *
 * @param replyTo the reply to a request, by its body.
 * @param pause lets a silence pass.
 */
export async function startStreamReplay(
  replyTo: (body: unknown) => StreamReply,
  pause: (ms: number) => Promise<void>,
): Promise<StreamReplay> {
  const server = createServer((request, response) => {
    void text(request).then((body) => send(response, replyTo(JSON.parse(body)), pause))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function send(
  response: ServerResponse,
  { status, headers, chunks, headersAfterPause = false }: StreamReply,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  response.writeHead(status, headers)
  if (!headersAfterPause) response.flushHeaders()
  for (const chunk of chunks) {
    if (response.destroyed) return
    await givenTime()
    if (chunk === CLOSE) return void response.destroy()
    if (typeof chunk === 'string') response.write(chunk)
    else if ('base64' in chunk) response.write(Buffer.from(chunk.base64, 'base64'))
    else await pause(chunk.pauseMs)
  }
  await givenTime()
  response.end()
}
