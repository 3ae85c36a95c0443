import * as v from 'valibot'
import type { Message } from '../../shared/thread/message.ts'
import { settleMessage } from '../../shared/thread/settle-message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { startMetadataSchema, stoppedSchema } from '../../shared/wire/chat.ts'
import type { Clock } from '../cloud/clock.ts'
import type { ChatOptions, RemovedMessage } from '../cloud/cloud.ts'
import { untilAborted } from '../cloud/time-limit.ts'
import { createHeldFinish } from './held-finish.ts'
import type { Pace } from './pace.ts'
import { readStream } from './read-stream.ts'
import { createReveal, type Reveal } from './reveal.ts'
import { createSilenceWatch } from './silence-watch.ts'
import type { TurnStream } from './transport.ts'

export interface TurnSettings {
  readonly open: (options: ChatOptions) => Promise<TurnStream>
  readonly clock: Clock
  readonly pace: Pace
  /** The answer before its first chunk. */
  readonly answer: Message
  readonly signal: AbortSignal
  readonly publish: (shown: Message) => void
  readonly onDispatch: () => void
  readonly onStart: (rows: TurnRows) => void
  /** The server took messages back because the turn was stopped before it said anything. */
  readonly onRemoved: (removed: readonly RemovedMessage[]) => void
}

/** What the server saved the turn under. */
export interface TurnRows {
  readonly threadId: string
  readonly userMessageId: string
  readonly answerId: string | null
}

export type TurnEnd =
  /** A stream came; the answer's status says how it ended. */
  | { readonly type: 'answered'; readonly answer: Message }
  /** No stream came, so nothing of the turn is known to be saved. */
  | { readonly type: 'refused'; readonly error: unknown }
  /** The signal aborted; the answer is as far as it came. */
  | { readonly type: 'aborted'; readonly answer: Message }

/** One turn: sends it, reads the stream, folds it, and shows it as it grows. Never throws. */
export async function runTurn(settings: TurnSettings): Promise<TurnEnd> {
  const { open, answer, signal, onDispatch } = settings
  let stream: TurnStream
  try {
    stream = await open({ signal, onDispatch })
  } catch (error) {
    return signal.aborted ? { type: 'aborted', answer } : { type: 'refused', error }
  }
  const reveal = createReveal(settings)
  try {
    await readChunks(stream, settings, reveal)
    const whole = await untilAborted(signal, reveal.end())
    const settled = settleMessage(whole, INTERRUPTED)
    if (settled !== whole) settings.publish(settled)
    return { type: 'answered', answer: settled }
  } catch {
    return { type: 'aborted', answer: reveal.stop() }
  } finally {
    reveal.stop()
  }
}

const INTERRUPTED = {
  type: 'incomplete',
  reason: 'error',
  error: {
    code: 'interrupted',
    message: 'The connection was lost before the answer was finished.',
  },
} as const

/** Ends with the answer's last chunk, or where the stream was cut. Throws only on abort. */
async function readChunks(
  { bytes, decode, silenceMaxMs, mayFailAtEnd = false }: TurnStream,
  { clock, signal, onStart, onRemoved }: TurnSettings,
  reveal: Reveal,
): Promise<void> {
  const silence = new AbortController()
  const watch = createSilenceWatch(clock, silenceMaxMs, () => silence.abort())
  const events = bytes
    .pipeThrough(onEach(watch.heard))
    .pipeThrough(decode((text) => console.warn(text)))
  const held = mayFailAtEnd ? createHeldFinish(clock, () => silence.abort()) : undefined
  try {
    await readStream(events, AbortSignal.any([signal, silence.signal]), (event) => {
      if (event.type === 'end') return 'enough'
      const { chunk } = event
      const isEnough = held?.take(chunk)
      if (isEnough) return isEnough
      const rows = readRows(chunk)
      if (rows) onStart(rows)
      const removed = readRemoved(chunk)
      if (removed) onRemoved(removed)
      reveal.push(chunk)
      return isLast(chunk) ? 'enough' : 'more'
    })
  } catch (error) {
    if (signal.aborted) throw error
    // A cut is shown by the answer's status: it has no final one.
  } finally {
    watch.stop()
    const finish = held?.end()
    if (finish) reveal.push(finish)
  }
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

function readRows(chunk: Chunk): TurnRows | undefined {
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
