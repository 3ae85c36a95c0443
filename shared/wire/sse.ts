import { createParser } from 'eventsource-parser'
import { THREAD_TEXTS } from '../thread-texts.ts'
import type { Warn } from '../errors.ts'
import { isPlainObject } from '../json.ts'
import { parseChunk } from './chunk.ts'
import type { Chunk } from './chunk.ts'

/** The text that ends a UI message stream, also after an error. */
export const STREAM_END = '[DONE]'
/** Maximum length of an event in a reader's memory, in characters. */
export const MAX_EVENT_CHARACTERS = 1_048_576

/** A chunk as a server-sent event. JSON has no raw line breaks, so a chunk is always one event. */
export const encodeChunk = (chunk: Chunk): string => encodeJson(JSON.stringify(chunk))
const encodeJson = (json: string): string => `data: ${json}\n\n`
/**
 * The same with its number in the answer, counted from 1: a reader that reconnects names the last one it saw.
 */
export const encodeChunkAt = (chunk: Chunk, position: number): string =>
  encodeJsonAt(JSON.stringify(chunk), position)
/** The same for a chunk whose JSON text is known. */
export const encodeJsonAt = (json: string, position: number): string =>
  // Joined to one flat string, because a log keeps thousands of them.
  ['id: ', position, '\ndata: ', json, '\n\n'].join('')
export const ENCODED_END = `data: ${STREAM_END}\n\n`
/** Keeps proxies from closing a silent stream. */
export const HEARTBEAT = ': \n\n'

export type StreamEvent = { type: 'chunk'; chunk: Chunk; position?: string } | { type: 'end' }

/**
 * Bytes of a response to events. Unknown and malformed chunks are dropped here; `warn` is called once for
 * each type. A stream that closes without the end mark simply ends.
 */
export function createEventDecoder(warn?: Warn): ReadableWritablePair<StreamEvent, BufferSource> {
  const text = new TextDecoderStream()
  const events = text.readable.pipeThrough(createEventTransform(createDropWarning(warn)))
  return { writable: text.writable, readable: events }
}

function createEventTransform(
  onDrop: (type: unknown) => void,
): TransformStream<string, StreamEvent> {
  let parser: ReturnType<typeof createParser>
  return new TransformStream({
    start(controller) {
      parser = createParser({
        maxBufferSize: MAX_EVENT_CHARACTERS,
        onEvent({ data, id }) {
          if (data === STREAM_END) return controller.enqueue({ type: 'end' })
          const value = parseJson(data)
          const chunk = parseChunk(value)
          if (!chunk) return onDrop(isPlainObject(value) ? value['type'] : undefined)
          controller.enqueue(
            id === undefined ? { type: 'chunk', chunk } : { type: 'chunk', chunk, position: id },
          )
        },
      })
    },
    transform(piece) {
      parser.feed(piece)
    },
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const DROPPED_NAME_MAX_CHARACTERS = 100
/** Maximum of reported types, for a stream with endless new types. */
export const DROPPED_TYPES_MAX = 50

/** Reports each type that a decoder drops, once. */
export function createDropWarning(warn: Warn = () => {}): (type: unknown) => void {
  const told = new Set<string>()
  return (type) => {
    const name = typeof type === 'string' ? type.slice(0, DROPPED_NAME_MAX_CHARACTERS) : 'none'
    if (told.has(name) || told.size >= DROPPED_TYPES_MAX) return
    told.add(name)
    warn(THREAD_TEXTS.unsupportedPartOrChunk(name))
  }
}
