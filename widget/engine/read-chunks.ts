import * as v from 'valibot'
import { startMetadataSchema, stoppedSchema } from '../../shared/wire/chat.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Clock } from '../api/clock.ts'
import type { RemovedMessage } from '../api/cloud.ts'
import type { ReadPlace } from './read-place.ts'
import { readStream, STREAM_REST_MS } from './read-stream.ts'
import { createSilenceWatch } from './silence-watch.ts'
import type { TurnStream } from './transport.ts'
import type { Wake } from './wake.ts'

/** What the server saved the turn under. */
export interface TurnRows {
  readonly threadId: string
  readonly userMessageId: string
  readonly answerId: string | null
  /** The run goes on with an answer that its thread shows already. */
  readonly continues?: boolean | undefined
}

export interface ChunkReader {
  readonly clock: Clock
  readonly wake: Wake
  readonly signal: AbortSignal
  readonly onStart: (rows: TurnRows) => void
  /** The server took messages back because the turn was stopped before it said anything. */
  readonly onRemoved: (removed: readonly RemovedMessage[]) => void
  readonly push: (chunk: Chunk) => void
}

/**
 * Reads one stream of an answer. `cut`: it broke off before the answer's last chunk; `other`: another
 * answer begins in it.
 *
 * @throws only the signal's reason.
 */
export async function readChunks(
  { bytes, decode, silenceMaxMs, mayFailAtEnd = false }: TurnStream,
  { clock, wake, signal, onStart, onRemoved, push }: ChunkReader,
  place: ReadPlace,
): Promise<'whole' | 'cut' | 'other'> {
  let end: 'whole' | 'cut' | 'other' = 'cut'
  const silence = new AbortController()
  const watch = createSilenceWatch(clock, silenceMaxMs, () => silence.abort())
  const stopLooking = wake.subscribe(watch.check)
  const events = bytes
    .pipeThrough(onEach(watch.heard))
    .pipeThrough(decode((text) => console.warn(text)))
  const held = mayFailAtEnd ? createHeldFinish(clock, () => silence.abort()) : undefined
  try {
    await readStream(events, AbortSignal.any([signal, silence.signal]), (event) => {
      if (event.type === 'end') return 'enough'
      const { chunk, position } = event
      const isEnough = held?.take(chunk)
      if (isEnough) return isEnough
      const news = place.take(chunk, position)
      if (news === 'old') return 'more'
      if (news === 'other') {
        end = news
        return 'enough'
      }
      const rows = readRows(chunk)
      if (rows) onStart(rows)
      const removed = readRemoved(chunk)
      if (removed) onRemoved(removed)
      push(chunk)
      if (!isLast(chunk)) return 'more'
      end = 'whole'
      return 'enough'
    })
  } catch (error) {
    if (signal.aborted) throw error
  } finally {
    watch.stop()
    stopLooking()
  }
  const finish = held?.end()
  if (!finish) return end
  push(finish)
  return 'whole'
}

/** Heartbeats are no events, so the bytes themselves are listened to. */
function onEach(heard: () => void): TransformStream<Uint8Array<ArrayBuffer>, BufferSource> {
  return new TransformStream({
    transform(bytes, controller) {
      heard()
      controller.enqueue(bytes)
    },
  })
}

function isLast(chunk: Chunk): boolean {
  return chunk.type === 'finish' || chunk.type === 'abort' || chunk.type === 'error'
}

/** The rows that a `start` chunk of our server tells. */
export function readRows(chunk: Chunk): TurnRows | undefined {
  if (chunk.type !== 'start') return undefined
  const { messageId, messageMetadata } = chunk
  const parsed = v.safeParse(startMetadataSchema, messageMetadata?.['alcove'])
  return parsed.success ? { ...parsed.output, answerId: messageId ?? null } : undefined
}

function readRemoved(chunk: Chunk): readonly RemovedMessage[] | undefined {
  if (chunk.type !== 'message-metadata') return undefined
  const parsed = v.safeParse(stoppedSchema, chunk.messageMetadata['alcove'])
  if (!parsed.success) return undefined
  return parsed.output.removed.map(({ id, external_id }) => ({ id, externalId: external_id }))
}

/** The finish of an answer, until it is known that no error follows it. */
interface HeldFinish {
  /** `undefined` for a chunk that it leaves to others; else whether the stream said enough. */
  take(chunk: Chunk): 'enough' | 'more' | undefined
  /** No chunk comes any more: returns what the answer ends with, if that is known. */
  end(): Chunk | undefined
}

/** `onRest` is called when nothing followed a finish for long enough. */
function createHeldFinish(clock: Clock, onRest: () => void): HeldFinish {
  let held: Chunk | undefined
  let cancel = () => {}
  return {
    take(chunk) {
      if (held) {
        if (chunk.type === 'error') held = chunk
        return 'enough'
      }
      if (chunk.type !== 'finish') return undefined
      held = chunk
      cancel = clock.after(STREAM_REST_MS, onRest)
      return 'more'
    },
    end() {
      cancel()
      return held
    },
  }
}
