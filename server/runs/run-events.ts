import { AlcoveError } from '../../shared/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import { replayMessage } from '../../shared/thread/apply-chunk.ts'
import type { ChatBody } from '../../shared/api/chat.ts'
import { MEMORY_BEGINS, WAIT_TYPE } from '../../shared/wire/chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { encodeChunk, ENCODED_END } from '../../shared/wire/sse.ts'
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

/** Chunks that version 5 of the AI SDK does not know and may fail at, or that no published reader uses. */
const OWN_TYPES = [
  'tool-approval-request',
  'tool-approval-response',
  'tool-output-denied',
  WAIT_TYPE,
] as const satisfies readonly Chunk['type'][]
/** Found in each event of ours: its type, or metadata that only our frame reads. */
const OWN_WORDS = [...OWN_TYPES, MEMORY_BEGINS]
const EVENT_END = '\n\n'
const DATA = /^data: (.*)$/m

/** Removes our own chunks, for a reader that did not announce that it knows them (`wire.md` 13.16). */
export const withoutOwnChunks = (reader: RunReader): RunReader => ({
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
  // Cheap test first: hardly any event has to be parsed.
  if (!OWN_WORDS.some((word) => event.includes(`"${word}"`))) return true
  const chunk = JSON.parse(DATA.exec(event)?.[1] ?? '{}') as Partial<Chunk>
  if (chunk.type === 'message-metadata') return !(MEMORY_BEGINS in (chunk.messageMetadata ?? {}))
  return !OWN_TYPES.some((own) => own === chunk.type)
}
