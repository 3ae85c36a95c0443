import * as v from 'valibot'
import type { Message } from '../../shared/thread/message.ts'
import { settleMessage } from '../../shared/thread/settle-message.ts'
import { startMetadataSchema, stoppedSchema } from '../../shared/wire/chat.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createEventDecoder } from '../../shared/wire/sse.ts'
import type { RemovedMessage } from '../api/chat-calls.ts'
import { untilAborted, type Clock } from '../api/clock.ts'
import { failedStatus, INTERRUPTED } from './answer-status.ts'
import type { Wake } from '../api/backoff.ts'
import { createCatchUp } from './pace.ts'
import { type Pace } from '../world/pace.ts'
import { createReadPlace, type ReadPlace } from './read-place.ts'
import {
  createSilenceWatch,
  readStream,
  STREAM_REST_MS,
  STREAM_SILENCE_MAX_MS,
} from './read-stream.ts'
import { createReveal } from './reveal.ts'
import type { TurnStream } from './transport.ts'

/** Ids under which the server saved the turn. */
export interface TurnRows {
  readonly threadId: string
  readonly userMessageId: string
  readonly answerId: string | null
  /** True if the run continues an answer that its thread already shows. */
  readonly continues?: boolean | undefined
}

/** Settings for reading an answer. */
export interface AnswerReader {
  readonly clock: Clock
  readonly wake: Wake
  readonly pace: Pace
  readonly signal: AbortSignal
  /** The answer before its first chunk. */
  readonly answer: Message
  /** True if the first stream begins with a replay. */
  readonly isLate: boolean
  /** Finds the answer again after its stream broke. Absent: the answer ends then. */
  readonly reconnect: Reconnect | undefined
  readonly publish: (shown: Message) => void
  readonly onStart: (rows: TurnRows) => void
  /** Called when the server took messages back, because the turn was stopped before any output. */
  readonly onRemoved: (removed: readonly RemovedMessage[]) => void
}

/** @throws the signal's reason. */
export type Reconnect = (place: ReadPlace) => Promise<Reconnected>

/** Fate of an answer while its stream was lost. */
export type Reconnected =
  /** The answer continues from the place. */
  | { readonly type: 'stream'; readonly stream: TurnStream }
  /** The answer has ended. */
  | { readonly type: 'ended'; readonly answer: Message }
  /** No server has the answer, or none can be reached. */
  | { readonly type: 'lost'; readonly error?: unknown }
  /** Only the thread's rows show the fate. */
  | { readonly type: 'elsewhere' }

/** End of a turn. */
export type TurnEnd =
  /** A stream arrived. The answer's status shows how it ended. */
  | { readonly type: 'answered'; readonly answer: Message }
  /** No stream arrived, so it is unknown whether the turn was saved. */
  | { readonly type: 'refused'; readonly error: unknown }
  /** The signal aborted. The answer is as far as it was read. */
  | { readonly type: 'aborted'; readonly answer: Message }
  /** Only the server knows the fate. The answer is as far as it was read. */
  | { readonly type: 'elsewhere'; readonly answer: Message }

/**
 * Reads the stream of an answer, folds its chunks, and publishes the growing message. After a break it looks for
 * the stream and continues. Never rejects.
 */
export async function readAnswer(first: TurnStream, settings: AnswerReader): Promise<TurnEnd> {
  const { clock, signal, reconnect, isLate, publish } = settings
  const place = createReadPlace()
  const pace = createCatchUp(settings.pace, clock)
  const reveal = createReveal({ ...settings, pace })
  const push = (chunk: Chunk) => {
    pace.heard()
    reveal.push(chunk)
  }
  const answered = (whole: Message, given?: Message): TurnEnd => {
    if (whole !== given) publish(whole)
    return { type: 'answered', answer: whole }
  }
  if (isLate) pace.begin()
  try {
    for (let stream = first; ; pace.begin()) {
      const end = await readChunks(stream, { ...settings, push }, place)
      if (end === 'other') return { type: 'elsewhere', answer: reveal.stop() }
      if (end === 'whole' || !reconnect) {
        const whole = await untilAborted(signal, reveal.end())
        return answered(settleMessage(whole, INTERRUPTED), whole)
      }
      const found = await reconnect(place)
      if (found.type === 'stream') stream = found.stream
      else if (found.type === 'ended') {
        reveal.stop()
        return answered(settleMessage(found.answer, INTERRUPTED))
      } else if (found.type === 'lost') {
        const status = found.error === undefined ? INTERRUPTED : failedStatus(found.error)
        return answered(settleMessage(reveal.stop(), status))
      } else return { type: 'elsewhere', answer: reveal.stop() }
    }
  } catch {
    return { type: 'aborted', answer: reveal.stop() }
  } finally {
    reveal.stop()
  }
}

type ChunkReader = Pick<
  AnswerReader,
  'clock' | 'wake' | 'signal' | 'reconnect' | 'onStart' | 'onRemoved'
> & {
  readonly push: (chunk: Chunk) => void
}

/**
 * Reads one stream of an answer. `cut`: it broke before the answer's last chunk; `other`: another answer begins
 * in it.
 *
 * @throws only the signal's reason.
 */
async function readChunks(
  {
    bytes,
    decode = createEventDecoder,
    silenceMaxMs = STREAM_SILENCE_MAX_MS,
    mayFailAtEnd = false,
  }: TurnStream,
  { clock, wake, signal, reconnect, onStart, onRemoved, push }: ChunkReader,
  place: ReadPlace,
): Promise<'whole' | 'cut' | 'other'> {
  let end: 'whole' | 'cut' | 'other' = 'cut'
  const silence = new AbortController()
  const watch = createSilenceWatch(clock, silenceMaxMs, () => silence.abort())
  const stopLooking = wake.subscribe((reason) => {
    // The stream may be dead without an error, so the answer is requested again from its last chunk.
    if (reason === 'restored' && reconnect) silence.abort()
    else watch.check()
  })
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

/** Observes the bytes, because heartbeats are not events. */
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

/** Returns the rows in a `start` chunk of our server. */
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

/** Holds the finish of an answer until no error can follow. */
interface HeldFinish {
  /** Returns `undefined` for chunks to be handled elsewhere, else whether the stream has delivered enough. */
  take(chunk: Chunk): 'enough' | 'more' | undefined
  /** Called after the last chunk. Returns the chunk that ends the answer, if known. */
  end(): Chunk | undefined
}

/** @param onRest called if nothing follows a finish for {@link STREAM_REST_MS}. */
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
