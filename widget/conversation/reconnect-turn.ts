import { decodeRow } from '../../shared/thread/decode-row.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { ChatOptions } from '../api/chat-calls.ts'
import type { Cloud } from '../api/cloud.ts'
import { hasContent } from './answer-status.ts'
import { createBackoff, isPassingFailure, type RetryPolicy } from '../api/backoff.ts'
import type { Turn } from './conversation-state.ts'
import type { ReadPlace } from './read-place.ts'
import type { Reconnected } from './read-answer.ts'
import type { ThreadLog } from './thread-log.ts'
import type { Transport, TurnStream } from './transport.ts'

/** Shorter breaks are not reported to the person. */
export const RECONNECTING_AFTER_MS = 2_000

export interface ReconnectSettings {
  readonly cloud: Pick<Cloud, 'messages'>
  readonly transport: Pick<Transport, 'follow'>
  readonly retry: RetryPolicy
  readonly log: ThreadLog
  readonly turn: Turn
  readonly signal: AbortSignal
  readonly isStopping: () => boolean
  readonly note: (event: { readonly type: 'lost' | 'found' | 'removed' }) => void
  /** Makes the turn's call, which is repeated as long as its stream has not begun. */
  readonly open: (options: ChatOptions) => Promise<TurnStream>
}

/** Finds the answer of one turn again. */
export interface Reconnector {
  /** @throws the signal's reason. */
  reconnect(place: ReadPlace): Promise<Reconnected>
  /** Called at the end of the turn. */
  stop(): void
}

/**
 * Finds the answer of a turn after each break of its stream: it polls until the stream continues or the server
 * reports that nothing runs any more. Then the rows show how the answer ended.
 */
export function createReconnector(settings: ReconnectSettings): Reconnector | undefined {
  const { transport, retry, turn, log, note, signal } = settings
  if (!transport.follow) return undefined
  const { follow } = transport
  const backoff = createBackoff(retry)
  let position = -1

  async function tryOnce(place: ReadPlace): Promise<Reconnected> {
    // Not after a stop: that would start a new run.
    const isUnheard = turn.kind === 'submit' && !place.isStarted && !settings.isStopping()
    if (isUnheard)
      return { type: 'stream', stream: await settings.open({ signal, onDispatch() {} }) }
    const answerId = place.answerId ?? log.rows.rowOf(turn.answer.id) ?? null
    const stream = await follow(log.id, { answerId, position: place.position }, signal)
    if (stream) return { type: 'stream', stream }
    return answerId === null ? { type: 'elsewhere' } : readEnd(answerId)
  }

  async function readEnd(answerId: string): Promise<Reconnected> {
    const question = log.rows.rowOf(turn.question.id)
    const rows = { question, answer: answerId }
    const { answer, hasQuestion } = await readSavedTurn(settings.cloud, log.id, rows, signal)
    if (answer) return { type: 'ended', answer: { ...answer, id: turn.answer.id } }
    // A run without output, for example of a repeated call: the rows show the state.
    const shown = log.tree.get(turn.answer.id)
    if (turn.kind === 'follow' && !(shown && hasContent(shown))) return { type: 'elsewhere' }
    // An answer to be made again must not name a missing row.
    if (turn.kind !== 'continue') log.rows.unlink(turn.answer.id)
    if (!hasQuestion) note({ type: 'removed' })
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
          // Shown, because the person may have to sign in again.
          log.fail('send', error)
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
      // Some chunks had no number, so the position is unknown.
      if (!place.isKnown) return { type: 'lost' }
      if (place.position > position) backoff.reset()
      position = place.position
      let isTold = false
      const cancel = retry.clock.after(RECONNECTING_AFTER_MS, () => {
        isTold = true
        note({ type: 'lost' })
      })
      try {
        return await ask(place)
      } finally {
        cancel()
        if (isTold) note({ type: 'found' })
      }
    },
  }
}

/** State of a turn in the newest rows of a thread. */
interface SavedTurn {
  /** `null`: the answer has no row. */
  readonly answer: Message | null
  /** True if the answered message has a row, as far as known. */
  readonly hasQuestion: boolean
}

/** @throws AlcoveError, or the signal's reason. */
async function readSavedTurn(
  cloud: Pick<Cloud, 'messages'>,
  threadId: string,
  rows: { readonly question: string | undefined; readonly answer: string },
  signal: AbortSignal,
): Promise<SavedTurn> {
  const page = await cloud.messages(threadId, null, signal)
  const row = page.rows.find(({ id }) => id === rows.answer)
  const answer = row ? (decodeRow({ ...row, created_at: row.createdAt }) ?? null) : null
  const ids = [...page.rows, ...page.unreadable].map(({ id }) => id)
  // The question of an older answer may be on an older page.
  const hasQuestion =
    rows.question === undefined || page.next !== null || ids.includes(rows.question)
  return { answer, hasQuestion }
}
