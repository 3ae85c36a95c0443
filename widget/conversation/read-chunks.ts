import * as v from 'valibot'
import { startMetadataSchema, stoppedSchema } from '../../shared/wire/chat.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Clock } from '../api/clock.ts'
import type { RemovedMessage } from '../api/chat-calls.ts'
import type { Wake } from './backoff.ts'
import type { ReadPlace } from './read-place.ts'
import type { TurnStream } from './transport.ts'

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

/** A live stream of our server is never silent for longer: it sends a heartbeat every 15 seconds. */
export const STREAM_SILENCE_MAX_MS = 40_000
/** Others may think for as long as a run of theirs may take, without a word. */
export const FOREIGN_SILENCE_MAX_MS = 300_000

interface SilenceWatch {
  heard(): void
  /** Looks now, by both clocks: the one that never jumps may have slept with the computer. */
  check(): void
  stop(): void
}

/** Calls `onSilent` once when nothing was heard for `maxMs`. */
export function createSilenceWatch(
  clock: Clock,
  maxMs: number,
  onSilent: () => void,
): SilenceWatch {
  let heardAt = clock.uptime()
  let heardOn = clock.now()
  let cancel = watch(maxMs)

  // One timer for all that is heard, not one a token.
  function watch(delayMs: number): () => void {
    return clock.after(delayMs, () => {
      const restMs = heardAt + maxMs - clock.uptime()
      if (restMs > 0) cancel = watch(restMs)
      else onSilent()
    })
  }

  return {
    heard() {
      heardAt = clock.uptime()
      heardOn = clock.now()
    },
    check() {
      const silentMs = Math.max(clock.uptime() - heardAt, clock.now() - heardOn)
      if (silentMs < maxMs) return
      cancel()
      onSilent()
    },
    stop: () => cancel(),
  }
}

/** A stream that said all gets this long to end by itself. */
export const STREAM_REST_MS = 2_000

/**
 * Gives every value of a stream to `take` until it says `enough`, the stream ends or the signal
 * aborts. The stream is closed in each case; after `enough` it may end by itself first, since a
 * browser reports a response that is left early as a failed request.
 *
 * @throws the signal's reason; whatever the stream breaks with.
 */
export async function readStream<Value>(
  stream: ReadableStream<Value>,
  signal: AbortSignal,
  take: (value: Value) => 'more' | 'enough',
): Promise<'enough' | 'ended'> {
  const reader = stream.getReader()
  let hasRest = false
  const cancel = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      if (signal.aborted) throw signal.reason
      const { done, value } = await reader.read()
      if (signal.aborted) throw signal.reason
      if (done) return 'ended'
      if (take(value) === 'enough') {
        hasRest = true
        return 'enough'
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    if (hasRest) void readRest(reader)
    else void reader.cancel().catch(() => {})
  }
}

async function readRest<Value>(reader: ReadableStreamDefaultReader<Value>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), STREAM_REST_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // Nobody waits for what breaks after the end.
  }
  clearTimeout(timer)
}
