import type { ChatOptions, RemovedMessage } from '../api/cloud.ts'
import { createBackoff, isConnectionFailure, isUnreachable, type Patience } from './backoff.ts'
import type { Turn } from './conversation-state.ts'
import type { ThreadLog } from './thread-log.ts'
import type { Transport, TurnStream } from './transport.ts'

/** After the server said that it stopped, its stream ends by itself; at most this is waited for it. */
export const STOP_GRACE_MS = 1_000
/** A stop that the network swallows is said again at least so often: somebody waits for it. */
export const STOP_RETRY_MAX_MS = 2_000
/** About as long as a lost stream is looked for. */
export const STOP_RETRIES_MAX = 900

export interface StopSettings {
  readonly transport: Pick<Transport, 'stop' | 'follow'>
  readonly patience: Patience
  readonly log: ThreadLog
  /** The turn has ended by itself. */
  readonly isOver: () => boolean
}

/**
 * Tells the server to stop a turn, and what it took back for it. What the network swallowed is said
 * again: nobody has to press the button twice for it.
 *
 * @throws AlcoveError, or the signal's reason.
 */
export async function askToStop(
  { kind, requestId }: Turn,
  settings: StopSettings,
): Promise<readonly RemovedMessage[]> {
  const { transport, patience, log, isOver } = settings
  const { closing } = log
  const limits = { maxMs: STOP_RETRY_MAX_MS, retriesMax: STOP_RETRIES_MAX }
  const backoff = createBackoff(patience, limits)
  // The call of an answer that is only followed had another name.
  const name = kind === 'follow' ? undefined : requestId
  try {
    for (;;) {
      try {
        return (await transport.stop?.(log.id, name, closing)) ?? []
      } catch (error) {
        const isLost = transport.follow !== undefined && isConnectionFailure(error)
        if (!isLost || isOver() || !(await backoff.next(closing)) || isOver()) throw error
      }
    }
  } finally {
    backoff.stop()
  }
}

/** A message that did not reach the server is sent again so often; then its writer is told. */
export const SEND_RETRIES = 2

interface SendAgainSettings {
  readonly patience: Patience
  readonly transport: Pick<Transport, 'follow'>
  readonly isStopping: () => boolean
}

/**
 * Opens the stream of a turn. A message whose call the network swallowed is sent again, under the same
 * id: a server that has it already answers with the run that it started. Nothing else is repeated: an
 * answer would be made twice. Without a network, or behind one that hangs, nobody waits for the tries.
 *
 * @throws AlcoveError, or the signal's reason.
 */
export async function openAgain(
  open: (options: ChatOptions) => Promise<TurnStream>,
  { kind }: Turn,
  settings: SendAgainSettings,
  options: ChatOptions,
): Promise<TurnStream> {
  const isSafe = kind === 'submit' && settings.transport.follow !== undefined
  if (!isSafe) return open(options)
  const backoff = createBackoff(settings.patience, { retriesMax: SEND_RETRIES })
  try {
    for (;;) {
      try {
        return await open(options)
      } catch (error) {
        if (!isUnreachable(error) || !settings.patience.wake.isOnline()) throw error
        if (!(await backoff.next(options.signal)) || settings.isStopping()) throw error
      }
    }
  } finally {
    backoff.stop()
  }
}
