import { AlcoveError } from '../../shared/errors.ts'
import { withTimeLimit } from './clock.ts'
import type { Request, Requests } from './create-requests.ts'

/** The body of an answer that comes bit by bit. */
export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>

/** How long a call may take to open its stream; the stream itself may take longer. */
export const STREAM_OPEN_TIMEOUT_MS = 30_000

/** The status of an answer that has no body. */
const NOTHING = 204

export interface OpenedStream {
  readonly headers: Headers
  readonly body: ByteStream
}

/**
 * One try. The stream ends with the signal.
 *
 * @param types the media types that are taken.
 * @throws AlcoveError `unavailable` for an answer of another type; a failed call's; `call_timeout`.
 */
export async function openStream(
  requests: Requests,
  request: Request,
  types: readonly string[],
  signal: AbortSignal,
): Promise<OpenedStream> {
  return (await openStreamIfAny(requests, request, types, signal)) ?? refuse()
}

/** As `openStream`; `null` when the server says that there is nothing to stream. */
export async function openStreamIfAny(
  requests: Requests,
  request: Request,
  types: readonly string[],
  signal: AbortSignal,
): Promise<OpenedStream | null> {
  // The signal that fetch gets lives as long as the stream, the limit only until it opens.
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

/** A proxy's error page with status 200 must not be read as an empty answer. */
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
