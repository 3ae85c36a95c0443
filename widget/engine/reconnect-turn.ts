import type { Clock } from '../cloud/clock.ts'
import type { ChatOptions, Cloud } from '../cloud/cloud.ts'
import type { ActiveTurn } from './active-turn.ts'
import { createBackoff } from './backoff.ts'
import { isPassingFailure } from './passing-failure.ts'
import type { ReadPlace } from './read-place.ts'
import type { RowIds } from './row-ids.ts'
import type { Reconnected } from './run-turn.ts'
import { readSavedTurn } from './saved-answer.ts'
import { hasContent } from './settle-turn.ts'
import type { FailedAction, ThreadChange } from './thread-change.ts'
import type { ThreadLog } from './thread-log.ts'
import type { Transport, TurnStream } from './transport.ts'
import type { Wake } from './wake.ts'

/** A break that is shorter is nobody's business. */
export const RECONNECTING_AFTER_MS = 2_000

export interface ReconnectSettings {
  readonly cloud: Pick<Cloud, 'messages'>
  readonly transport: Pick<Transport, 'follow'>
  readonly clock: Clock
  readonly random: () => number
  readonly wake: Wake
  readonly rowIds: RowIds
  readonly log: ThreadLog
  readonly threadId: () => string
  readonly onChange: (change: ThreadChange) => void
  readonly onFailure: (during: FailedAction, error: unknown) => void
  readonly signal: AbortSignal
}

/** What finds the answer of one turn again. */
export interface Reconnector {
  /** @throws the signal's reason. */
  reconnect(place: ReadPlace): Promise<Reconnected>
  /** The turn is over. */
  stop(): void
}

/**
 * Finds the answer of a turn again whenever its stream breaks off: it asks until the stream goes on,
 * or the server says that nothing runs any more; then the rows tell how it ended.
 *
 * @param open the turn's own call: a message is sent again as long as nothing was heard of it.
 */
export function createReconnector(
  turn: ActiveTurn,
  settings: ReconnectSettings,
  open: (options: ChatOptions) => Promise<TurnStream>,
): Reconnector | undefined {
  const { transport, rowIds, log, clock, onChange, onFailure, signal } = settings
  if (!transport.follow) return undefined
  const { follow } = transport
  const backoff = createBackoff(settings)
  let position = -1

  async function tryOnce(place: ReadPlace): Promise<Reconnected> {
    // After a stop it would begin anew.
    const isUnheard = turn.kind === 'submit' && !place.isStarted && !turn.isStopping
    if (isUnheard) return { type: 'stream', stream: await open({ signal, onDispatch() {} }) }
    const answerId = place.answerId ?? rowIds.rowOf(turn.answer.id) ?? null
    const threadId = settings.threadId()
    const stream = await follow(threadId, { answerId, position: place.position }, signal)
    if (stream) return { type: 'stream', stream }
    return answerId === null ? { type: 'elsewhere' } : readEnd(threadId, answerId)
  }

  async function readEnd(threadId: string, answerId: string): Promise<Reconnected> {
    const question = rowIds.rowOf(turn.question.id)
    const rows = { question, answer: answerId }
    const { answer, hasQuestion } = await readSavedTurn(settings.cloud, threadId, rows, signal)
    if (answer) return { type: 'ended', answer: { ...answer, id: turn.answer.id } }
    // A run that came to nothing, of a call that was repeated for example: the rows say what is there.
    const shown = log.tree.get(turn.answer.id)
    if (turn.kind === 'follow' && !(shown && hasContent(shown))) return { type: 'elsewhere' }
    // What is made again must not name a row that is not there.
    if (turn.kind !== 'continue') rowIds.unlink(turn.answer.id)
    turn.isTakenBack ||= !hasQuestion
    return { type: 'lost' }
  }

  async function ask(place: ReadPlace): Promise<Reconnected> {
    let last: unknown
    while (await backoff.next(signal)) {
      try {
        return await tryOnce(place)
      } catch (error) {
        signal.throwIfAborted()
        if (!isPassingFailure(error)) {
          // Perhaps the person has to sign in again.
          onFailure('send', error)
          return { type: 'lost', error }
        }
        last = error
      }
    }
    return { type: 'lost', error: last }
  }

  return {
    stop: backoff.stop,
    async reconnect(place) {
      // Chunks came that cannot be counted: nothing says where it would go on.
      if (!place.isKnown) return { type: 'lost' }
      if (place.position > position) backoff.reset()
      position = place.position
      let isTold = false
      const cancel = clock.after(RECONNECTING_AFTER_MS, () => {
        isTold = true
        onChange({ type: 'reconnecting', isReconnecting: true })
      })
      try {
        return await ask(place)
      } finally {
        cancel()
        if (isTold) onChange({ type: 'reconnecting', isReconnecting: false })
      }
    },
  }
}
