import { AlcoveError } from '../../shared/errors.ts'
import type { Clock } from '../cloud/clock.ts'
import { withTimeLimit } from '../cloud/time-limit.ts'
import { createBackoff } from './backoff.ts'
import { isPassingFailure } from './passing-failure.ts'
import { readRows, type TurnRows } from './read-chunks.ts'
import type { Transport, TurnStream } from './transport.ts'
import type { Wake } from './wake.ts'

/** The first word of a stream that is open already comes from the server's memory. */
export const FIRST_WORD_MAX_MS = 10_000

/** An answer that the server makes, found by its thread. */
export interface RunningAnswer {
  readonly rows: TurnRows & { readonly answerId: string }
  /** All that it said, from its first word on. */
  readonly stream: TurnStream
  /** Nobody reads it. */
  drop(): void
}

export interface FindRunningSettings {
  readonly follow: NonNullable<Transport['follow']>
  readonly clock: Clock
  readonly random: () => number
  readonly wake: Wake
  readonly threadId: () => string
  readonly signal: AbortSignal
}

const FROM_THE_START = { answerId: null, position: 0 } as const

/**
 * Asks what runs in a thread, as long as the network does not let anybody answer. `null`: nothing
 * does; `undefined`: the server does not say. Never fails.
 */
export async function findRunning(
  settings: FindRunningSettings,
): Promise<RunningAnswer | null | undefined> {
  const { signal } = settings
  const backoff = createBackoff(settings)
  try {
    for (;;) {
      try {
        return await findOnce(settings)
      } catch (error) {
        if (!isPassingFailure(error) || !(await backoff.next(signal))) return undefined
      }
    }
  } catch {
    return undefined
  } finally {
    backoff.stop()
  }
}

async function findOnce({ follow, clock, threadId, signal }: FindRunningSettings) {
  const stream = await follow(threadId(), FROM_THE_START, signal)
  if (!stream) return null
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
  // Another server's stream, which tells no rows.
  drop()
  return undefined
}

async function readFirst({ bytes, decode }: TurnStream) {
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
