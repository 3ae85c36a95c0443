import type { Message } from '../../shared/thread/message.ts'
import { settleMessage } from '../../shared/thread/settle-message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { untilAborted, type Clock } from '../api/clock.ts'
import type { ChatOptions } from '../api/chat-calls.ts'
import { failedStatus, INTERRUPTED } from './answer-status.ts'
import { readChunks, type ChunkReader } from './read-chunks.ts'
import { createReadPlace, type ReadPlace } from './read-place.ts'
import { createReveal, type Pace } from './reveal.ts'
import type { TurnStream } from './transport.ts'

export interface TurnSettings extends Omit<ChunkReader, 'push'> {
  readonly open: (options: ChatOptions) => Promise<TurnStream>
  readonly clock: Clock
  readonly pace: Pace
  /** The answer before its first chunk. */
  readonly answer: Message
  /** The first stream begins with what was missed. Default false. */
  readonly isLate?: boolean
  /** Finds the answer again when its stream broke off. Absent: it is over then. */
  readonly reconnect?: Reconnect | undefined
  readonly publish: (shown: Message) => void
  readonly onDispatch: () => void
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
 * One turn: sends it, reads the stream, folds it, and shows it as it grows. A stream that breaks off
 * is looked for again, and the answer goes on where it was. Never throws.
 */
export async function runTurn(settings: TurnSettings): Promise<TurnEnd> {
  const { open, answer, signal, onDispatch } = settings
  let stream: TurnStream
  try {
    stream = await open({ signal, onDispatch })
  } catch (error) {
    return signal.aborted ? { type: 'aborted', answer } : { type: 'refused', error }
  }
  return readAnswer(stream, settings)
}

async function readAnswer(first: TurnStream, settings: TurnSettings): Promise<TurnEnd> {
  const { clock, signal, reconnect, isLate = false, publish } = settings
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

/** What a stream says so soon after its first byte was said before somebody listened. */
export const CATCH_UP_MS = 300

/** A pace that shows at once what was missed. */
interface CatchUp extends Pace {
  /** A stream begins with what was missed. */
  begin(): void
  /** Something of it came. */
  heard(): void
}

export function createCatchUp(pace: Pace, clock: Clock): CatchUp {
  /** `null`: nothing is missed; `undefined`: the first byte is awaited. */
  let firstAt: number | null | undefined = null

  return {
    subscribe: (listener) => pace.subscribe(listener),
    isImmediate() {
      if (firstAt === undefined) return true
      if (firstAt !== null && clock.uptime() - firstAt < CATCH_UP_MS) return true
      return pace.isImmediate()
    },
    begin() {
      firstAt = undefined
    },
    heard() {
      if (firstAt === undefined) firstAt = clock.uptime()
    },
  }
}
