import type { Warn } from '../warn.ts'
import type { Chunk } from './chunk.ts'
import { createLineReader } from './data-stream-reader.ts'
import { createDropWarning } from './drop-warning.ts'
import { MAX_EVENT_CHARACTERS, type StreamEvent } from './sse.ts'

/** The longest line that a reader keeps in memory, in characters; a longer one is dropped. */
export const MAX_LINE_CHARACTERS = MAX_EVENT_CHARACTERS

/**
 * Bytes of a `vercel-ai-data-stream/v1` response to events. Unknown and malformed lines are dropped
 * here, so that nobody behind it meets one; `warn` hears of each kind once. A body that ends inside a
 * line ends without the end mark: it was cut.
 */
export function createDataStreamDecoder(
  warn?: Warn,
): ReadableWritablePair<StreamEvent, BufferSource> {
  const text = new TextDecoderStream()
  const reader = createLineReader(createDropWarning(warn))
  let line = ''
  let isTooLong = false
  const lines = new TransformStream<string, StreamEvent>({
    transform(piece, controller) {
      const [rest = '', ...more] = piece.split(/[\r\n]/)
      grow(rest)
      for (const next of more) {
        if (!isTooLong) send(reader.read(line), controller)
        line = ''
        isTooLong = false
        grow(next)
      }
    },
    flush(controller) {
      if (line !== '' || isTooLong) return
      send(reader.end(), controller)
      controller.enqueue({ type: 'end' })
    },
  })
  function grow(piece: string) {
    isTooLong ||= line.length + piece.length > MAX_LINE_CHARACTERS
    line = isTooLong ? '' : line + piece
  }
  return { writable: text.writable, readable: text.readable.pipeThrough(lines) }
}

function send(
  chunks: readonly Chunk[],
  controller: TransformStreamDefaultController<StreamEvent>,
): void {
  for (const chunk of chunks) controller.enqueue({ type: 'chunk', chunk })
}
