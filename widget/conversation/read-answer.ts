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

/** What the server saved the turn under. */
export interface TurnRows {
  readonly threadId: string
  readonly userMessageId: string
  readonly answerId: string | null
  /** The run goes on with an answer that its thread shows already. */
  readonly continues?: boolean | undefined
}

/** Who reads an answer. */
export interface AnswerReader {
  readonly clock: Clock
  readonly wake: Wake
  readonly pace: Pace
  readonly signal: AbortSignal
  /** The answer before its first chunk. */
  readonly answer: Message
  /** The first stream begins with what was missed. */
  readonly isLate: boolean
  /** Finds the answer again when its stream broke off. Absent: it is over then. */
  readonly reconnect: Reconnect | undefined
  readonly publish: (shown: Message) => void
  readonly onStart: (rows: TurnRows) => void
  /** The server took messages back because the turn was stopped before it said anything. */
  readonly onRemoved: (removed: readonly RemovedMessage[]) => void
}

/** @throws the signal's reason. */
export type Reconnect = (place: ReadPlace) => Promise<Reconnected>

/** What became of an answer while its stream was lost. */
export type Reconnected =
  /** It goes on from the place. */
  | { readonly type: 'stream'; readonly stream: TurnStream }
  /** It ended, like this. */
  | { readonly type: 'ended'; readonly answer: Message }
  /** Nobody has it, or nobody can be asked. */
  | { readonly type: 'lost'; readonly error?: unknown }
  /** Only the thread's rows can tell. */
  | { readonly type: 'elsewhere' }

/** How a turn ended. */
export type TurnEnd =
  /** A stream came; the answer's status says how it ended. */
  | { readonly type: 'answered'; readonly answer: Message }
  /** No stream came, so nothing of the turn is known to be saved. */
  | { readonly type: 'refused'; readonly error: unknown }
  /** The signal aborted; the answer is as far as it came. */
  | { readonly type: 'aborted'; readonly answer: Message }
  /** What came of it only the server knows; the answer is as far as it came. */
  | { readonly type: 'elsewhere'; readonly answer: Message }

/**
 * Reads the stream of an answer, folds it, and shows it as it grows. A stream that breaks off is looked
 * for again, and the answer goes on where it was. Never throws.
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
 * Reads one stream of an answer. `cut`: it broke off before the answer's last chunk; `other`: another
 * answer begins in it.
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
    // The stream may be dead without a word: the answer is asked for anew from its last chunk.
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
