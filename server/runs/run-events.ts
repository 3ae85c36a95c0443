import { AlcoveError } from '../../shared/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import { replayMessage } from '../../shared/thread/apply-chunk.ts'
import type { ChatBody } from '../../shared/api/chat.ts'
import { MEMORY_BEGINS, OWN_DATA_PREFIX } from '../../shared/wire/chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { encodeChunk, ENCODED_END, STREAM_END } from '../../shared/wire/sse.ts'
import type { RunRow } from '../store/store.ts'
import type { StreamLog } from '../streams/memory-log.ts'
import type { RemovedRow } from './transitions.ts'

export interface RunReader {
  /** Encoded server-sent events from the first on; ends with the stream's end mark. */
  stream(signal: AbortSignal): ReadableStream<Uint8Array>
}

/** Reads a run of this process from its log, after so many events. */
export type ReaderOf = (runId: string, after?: number) => RunReader

/** Its readers throw AlcoveError `not_found` once the log of an ended run is gone. */
export const createReaderOf =
  (log: Pick<StreamLog, 'follow'>): ReaderOf =>
  (runId, after = 0) => ({
    stream(signal) {
      const stream = log.follow(runId, after, signal)
      if (stream) return stream
      throw new AlcoveError('not_found', 'The answer is not running any more.')
    },
  })

/** The event of a chunk that no reader gets: just its number, which readers' positions count. */
export const hiddenEvent = (position: number): string => `id: ${position}\n\n`

/** The first chunk for readers: the saved rows. */
export function startChunk({
  threadId,
  parentId,
  continuesMessage,
  messageId,
}: Pick<RunRow, 'threadId' | 'parentId' | 'continuesMessage' | 'messageId'>): Chunk {
  const continues = continuesMessage ? { continues: true } : {}
  return {
    type: 'start',
    messageId,
    messageMetadata: { alcove: { threadId, userMessageId: parentId, ...continues } },
  }
}

/** Tells readers which messages were removed. */
export function removedChunk(removed: readonly RemovedRow[]): Chunk {
  const rows = removed.map(({ id, externalId }) => ({ id, external_id: externalId }))
  return { type: 'message-metadata', messageMetadata: { alcove: { removed: rows } } }
}

/** A finished answer as a stream, for a caller that retries because it never saw the answer. */
export function storedAnswerReader(start: Chunk, answer: Message): RunReader {
  const text = [start, ...replayMessage(answer)].map(encodeChunk).join('') + ENCODED_END
  return { stream: () => new Blob([text]).stream() }
}

/**
 * The answer to a chat call whose stop came first: nothing was saved, and the message is removed. An answer
 * that was to be continued stays pending.
 */
export function takenBackReader(body: ChatBody): RunReader {
  const last = body.messages.at(-1)
  const isSubmit = body.trigger === 'submit-message' && last?.role === 'user'
  const removed = isSubmit ? [{ id: last.id, externalId: last.id }] : []
  const text = encodeChunk(removedChunk(removed)) + encodeChunk({ type: 'abort' }) + ENCODED_END
  return { stream: () => new Blob([text]).stream() }
}

/**
 * Kinds of chunks that every published reader knows: those of version 5 of the AI SDK. Readers of each version
 * stop for good at a kind that they do not know.
 */
const PUBLISHED_TYPES: ReadonlySet<string> = new Set([
  'start',
  'start-step',
  'finish-step',
  'text-start',
  'text-delta',
  'text-end',
  'reasoning-start',
  'reasoning-delta',
  'reasoning-end',
  'tool-input-start',
  'tool-input-delta',
  'tool-input-available',
  'tool-input-error',
  'tool-output-available',
  'tool-output-error',
  'source-url',
  'source-document',
  'file',
  'message-metadata',
  'finish',
  'abort',
  'error',
] satisfies readonly (Chunk['type'] | 'source-document')[])

/** Data of any name is known too, except ours. */
const isPublishedType = (type: string): boolean =>
  PUBLISHED_TYPES.has(type) || (type.startsWith('data-') && !type.startsWith(OWN_DATA_PREFIX))

const EVENT_END = '\n\n'
/** Of the type alone, if it is the first key, as in all chunks of ours; otherwise of the whole data. */
const DATA = /^data: (?:\{"type":"([^"\\]+)"|(.*)$)/m

/**
 * Lets through the kinds of chunks that every published reader knows, for a reader that did not announce that
 * it knows more (`wire.md` 13.16).
 */
export const forPublishedReaders = (reader: RunReader): RunReader => ({
  stream: (signal) =>
    (reader.stream(signal) as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(createFilter()),
})

function createFilter(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest = ''
  return new TransformStream({
    transform(bytes, controller) {
      const events = (rest + decoder.decode(bytes, { stream: true })).split(EVENT_END)
      rest = events.pop() ?? ''
      const text = events
        .filter(isPublished)
        .map((event) => event + EVENT_END)
        .join('')
      if (text !== '') controller.enqueue(encoder.encode(text))
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(encoder.encode(rest))
    },
  })
}

function isPublished(event: string): boolean {
  const found = DATA.exec(event)
  // A comment, or the end of the stream.
  if (!found || found[2] === STREAM_END) return true
  const type = found[1] ?? (JSON.parse(found[2] ?? '{}') as Partial<Chunk>).type
  return type !== undefined && isPublishedType(type) && !isMemoryMark(type, event)
}

/** True for metadata that only our frame reads. Hardly any event has to be parsed for it. */
function isMemoryMark(type: string, event: string): boolean {
  if (type !== 'message-metadata' || !event.includes(`"${MEMORY_BEGINS}"`)) return false
  const chunk = JSON.parse(event.replace(/^[^{]*/, '')) as Extract<
    Chunk,
    { messageMetadata?: object }
  >
  return MEMORY_BEGINS in (chunk.messageMetadata ?? {})
}
