import {
  createEventDecoder,
  encodeChunk,
  encodeChunkAt,
  ENCODED_END,
  type StreamEvent,
} from '../../shared/wire/sse.ts'
import type { ByteStream } from '../api/open-stream.ts'
import type { StreamPlace } from '../api/cloud.ts'
import { createReadPlace } from './read-place.ts'

/**
 * One stream of an answer's events out of many: when one ends, `next` gives the one that goes on behind
 * a place; `null`: nothing does. It breaks with its pieces and with `next`.
 *
 * @param place before the first piece.
 */
export function joinPieces(
  first: ByteStream,
  place: StreamPlace,
  next: (place: StreamPlace) => Promise<ByteStream | null>,
): ByteStream {
  const encoder = new TextEncoder()
  const read = createReadPlace()
  let piece = openPiece(first)
  let isOver = false

  function encode(event: StreamEvent): string {
    if (event.type === 'end') {
      isOver = true
      return ENCODED_END
    }
    const { chunk, position } = event
    read.take(chunk, position)
    return position === undefined ? encodeChunk(chunk) : encodeChunkAt(chunk, Number(position))
  }

  const reached = (): StreamPlace => ({
    answerId: read.answerId ?? place.answerId,
    position: Math.max(read.position, place.position),
  })

  /** `undefined`: there is no more. */
  async function readEvent(): Promise<string | undefined> {
    while (!isOver) {
      const { done, value } = await piece.read()
      if (!done) return encode(value)
      const bytes = await next(reached())
      if (bytes) piece = openPiece(bytes)
      else isOver = true
    }
    return undefined
  }

  return new ReadableStream(
    {
      async pull(controller) {
        const text = await readEvent()
        if (text === undefined) controller.close()
        else controller.enqueue(encoder.encode(text))
      },
      async cancel(reason) {
        isOver = true
        await piece.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

const openPiece = (bytes: ByteStream) => bytes.pipeThrough(createEventDecoder()).getReader()
