import type { Clock } from '../cloud/clock.ts'
import type { RemovedMessage } from '../cloud/cloud.ts'
import type { ActiveTurn } from './active-turn.ts'
import { createBackoff } from './backoff.ts'
import { isConnectionFailure } from './passing-failure.ts'
import type { RowIds } from './row-ids.ts'
import type { TurnSettler } from './settle-turn.ts'
import type { FailedAction } from './thread-change.ts'
import type { Transport } from './transport.ts'
import type { OwnWake } from './wake.ts'

/** After the server said that it stopped, its stream ends by itself; at most this is waited for it. */
export const STOP_GRACE_MS = 1_000
/** A stop that the network swallows is said again at least so often: somebody waits for it. */
export const STOP_RETRY_MAX_MS = 2_000
/** About as long as a lost stream is looked for. */
export const STOP_RETRIES_MAX = 900

export interface TurnStopperSettings {
  readonly transport: Pick<Transport, 'stop' | 'follow'>
  readonly clock: Clock
  readonly random: () => number
  readonly wake: OwnWake
  readonly rowIds: RowIds
  readonly settler: Pick<TurnSettler, 'takeBack'>
  readonly closing: AbortSignal
  readonly threadId: () => string
  readonly onFailure: (during: FailedAction, error: unknown) => void
}

export interface TurnStopper {
  /** Never throws. */
  stop(turn: ActiveTurn): void
  /** The server took messages back: perhaps the turn's. */
  learnRemoved(turn: ActiveTurn, removed: readonly RemovedMessage[]): void
}

export function createTurnStopper(settings: TurnStopperSettings): TurnStopper {
  const { transport, clock, rowIds, settler, closing, onFailure } = settings

  function learnRemoved(turn: ActiveTurn, removed: readonly RemovedMessage[]) {
    const { id } = turn.question
    const rowId = rowIds.rowOf(id) ?? id
    turn.isTakenBack ||= removed.some((row) => row.id === rowId || row.externalId === id)
  }

  async function askToStop(turn: ActiveTurn, stop: NonNullable<Transport['stop']>) {
    try {
      learnRemoved(turn, await tellStop(turn, stop))
      // A stream that is lost can be found again now, with what was said last.
      settings.wake.nudge()
    } catch (error) {
      // The answer goes on, so the button must work again.
      turn.isStopping = false
      if (!turn.isOver) onFailure('stop', error)
      return
    }
    if (!turn.isTakenBack) clock.after(STOP_GRACE_MS, () => turn.abort.abort())
    else if (turn.isOver) settler.takeBack(turn)
    else turn.abort.abort()
  }

  /** What the network swallowed is said again: nobody has to press the button twice for it. */
  async function tellStop(turn: ActiveTurn, stop: NonNullable<Transport['stop']>) {
    const limits = { maxMs: STOP_RETRY_MAX_MS, retriesMax: STOP_RETRIES_MAX }
    const backoff = createBackoff({ ...settings, ...limits })
    // The call of an answer that is only followed had another name.
    const requestId = turn.kind === 'follow' ? undefined : turn.requestId
    try {
      for (;;) {
        try {
          return await stop(settings.threadId(), requestId, closing)
        } catch (error) {
          const isLost = transport.follow !== undefined && isConnectionFailure(error)
          if (!isLost || turn.isOver || !(await backoff.next(closing)) || turn.isOver) throw error
        }
      }
    } finally {
      backoff.stop()
    }
  }

  return {
    learnRemoved,
    stop(turn) {
      // It only says what a stop before it came to: the server has nothing to stop.
      if (turn.isStopped) return turn.abort.abort()
      if (turn.isStopping) return
      turn.isStopping = true
      // Before the first byte left there is nothing to stop at the server.
      if (turn.isDispatched && transport.stop) void askToStop(turn, transport.stop)
      else turn.abort.abort()
    },
  }
}
