import type { Clock } from '../cloud/clock.ts'
import type { RemovedMessage } from '../cloud/cloud.ts'
import type { ActiveTurn } from './active-turn.ts'
import type { RowIds } from './row-ids.ts'
import type { TurnSettler } from './settle-turn.ts'
import type { FailedAction } from './thread-change.ts'
import type { Transport } from './transport.ts'

/** After the server said that it stopped, its stream ends by itself; at most this is waited for it. */
export const STOP_GRACE_MS = 1_000

export interface TurnStopperSettings {
  readonly transport: Pick<Transport, 'stop'>
  readonly clock: Clock
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
      learnRemoved(turn, await stop(settings.threadId(), turn.requestId, closing))
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
