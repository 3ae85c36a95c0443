import { AlcoveError } from '../../shared/errors.ts'
import { withTimeLimit } from './clock.ts'
import type { Request, Requests } from './create-requests.ts'

/** Body of a streamed response. */
export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>

/** Time limit for opening a stream. The stream itself may take longer. */
export const STREAM_OPEN_TIMEOUT_MS = 30_000

/** Status of a response without a body. */
const NOTHING = 204

export interface OpenedStream {
  readonly headers: Headers
  readonly body: ByteStream
}

/**
 * Makes one try. The stream ends with the signal.
 *
 * @param types accepted media types.
 * @throws AlcoveError `unavailable` for a response of another type; `call_timeout`; the error of a failed call.
 */
export async function openStream(
  requests: Requests,
  request: Request,
  types: readonly string[],
  signal: AbortSignal,
): Promise<OpenedStream> {
  return (await openStreamIfAny(requests, request, types, signal)) ?? refuse()
}

/** As `openStream`; `null` if the server has nothing to stream. */
export async function openStreamIfAny(
  requests: Requests,
  request: Request,
  types: readonly string[],
  signal: AbortSignal,
): Promise<OpenedStream | null> {
  // Two signals: fetch's signal lives as long as the stream, the limit only until it opens.
  const reading = new AbortController()
  signal.addEventListener('abort', () => reading.abort(signal.reason), { once: true })
  const { clock } = requests
  const { limitMs = STREAM_OPEN_TIMEOUT_MS, path } = request
  const opening = { clock, limitMs, operation: path, signal }
  try {
    return await withTimeLimit(opening, async () =>
      readStream(await requests.send(request, reading.signal), types),
    )
  } catch (error) {
    reading.abort(error)
    throw error
  }
}

/** A proxy's error page with status 200 must not count as an empty answer. */
function readStream(response: Response, types: readonly string[]): OpenedStream | null {
  const { status, headers, body } = response
  if (status === NOTHING) return null
  const type = (headers.get('Content-Type') ?? '').toLowerCase()
  if (body && types.some((name) => type.startsWith(name))) return { headers, body }
  void body?.cancel()
  return refuse()
}

function refuse(): never {
  throw new AlcoveError('unavailable', 'The server answered with something else than a stream.')
}
