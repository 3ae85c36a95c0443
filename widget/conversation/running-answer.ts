import { AlcoveError } from '../../shared/errors.ts'
import { createEventDecoder } from '../../shared/wire/sse.ts'
import { withTimeLimit, type Clock } from '../api/clock.ts'
import { insist, type RetryPolicy } from '../api/backoff.ts'
import { readRows, type TurnRows } from './read-answer.ts'
import type { ThreadLog } from './thread-log.ts'
import type { Transport, TurnStream } from './transport.ts'

/** A running answer of a thread, from its first word on. */
export type RunningAnswer = PeekedStream

export interface FindRunningSettings {
  readonly follow: NonNullable<Transport['follow']>
  readonly retry: RetryPolicy
  readonly log: ThreadLog
}

/** The place before the first chunk of the running answer. */
export const FROM_THE_START = { answerId: null, position: 0 } as const

/**
 * Asks for the running answer of a thread, until a server responds. `null`: none runs; `undefined`: the server
 * does not say. Never rejects.
 */
export const findRunning = (
  settings: FindRunningSettings,
): Promise<RunningAnswer | null | undefined> =>
  insist(() => findOnce(settings), settings.log.closing, settings.retry)

async function findOnce({ follow, retry, log }: FindRunningSettings) {
  const stream = await follow(log.id, FROM_THE_START, log.closing)
  return stream && peekRows(stream, retry.clock, log.closing)
}

/** Maximum time for the first word of an open stream, which comes from the server's memory. */
export const FIRST_WORD_MAX_MS = 10_000

/** A stream whose first word was read, and can be read again. */
export interface PeekedStream {
  readonly rows: TurnRows & { readonly answerId: string }
  readonly stream: TurnStream
  /** Cancels the stream. */
  drop(): void
}

/**
 * Reads the rows of the answer in a stream. Returns `undefined` for another server's stream, which has no rows;
 * that stream is then cancelled.
 *
 * @throws AlcoveError `offline` when it breaks off, `call_timeout`; the signal's reason.
 */
export async function peekRows(
  stream: TurnStream,
  clock: Clock,
  signal: AbortSignal,
): Promise<PeekedStream | undefined> {
  const [first, bytes] = stream.bytes.tee()
  const drop = () => void bytes.cancel().catch(() => {})
  try {
    const limit = { clock, limitMs: FIRST_WORD_MAX_MS, operation: 'The first word', signal }
    const rows = await withTimeLimit(limit, () => readFirst({ ...stream, bytes: first }))
    if (rows) return { rows, stream: { ...stream, bytes }, drop }
  } catch (cause) {
    drop()
    if (cause instanceof AlcoveError || signal.aborted) throw cause
    throw new AlcoveError('offline', 'The stream broke off before its first word.', { cause })
  }
  drop()
  return undefined
}

async function readFirst({ bytes, decode = createEventDecoder }: TurnStream) {
  // Limit: FIRST_WORD_MAX_MS, of `peekRows` above.
  const reader = bytes.pipeThrough(decode(() => {})).getReader()
  try {
    const { value } = await reader.read()
    const rows = value?.type === 'chunk' ? readRows(value.chunk) : undefined
    const answerId = rows?.answerId ?? null
    return rows && answerId !== null ? { ...rows, answerId } : undefined
  } finally {
    void reader.cancel().catch(() => {})
  }
}
