import { DATA_STREAM_HEARTBEAT } from './data-stream-lines.ts'
import { createDataStreamEncoder } from './data-stream-encoder.ts'
import { createEventDecoder, HEARTBEAT, type StreamEvent } from './sse.ts'

/** A run's server-sent events as a data stream, heartbeats included. */
export function toDataStream(events: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = createDataStreamEncoder()
  const utf8 = new TextEncoder()
  const heartbeat = utf8.encode(HEARTBEAT)
  let output: TransformStreamDefaultController<Uint8Array>
  const write = (text: string) => text !== '' && output.enqueue(utf8.encode(text))
  const watch = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      // Comments are not events, so the decoder would drop them.
      if (isSame(piece, heartbeat)) write(DATA_STREAM_HEARTBEAT)
      controller.enqueue(piece as Uint8Array<ArrayBuffer>)
    },
  })
  const lines = new TransformStream<StreamEvent, Uint8Array>({
    start(controller) {
      output = controller
    },
    transform(event) {
      if (event.type === 'chunk') write(encoder.encode(event.chunk))
    },
    flush() {
      write(encoder.end())
    },
  })
  return events.pipeThrough(watch).pipeThrough(createEventDecoder()).pipeThrough(lines)
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
