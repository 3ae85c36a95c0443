import type { ChatOptions, RemovedMessage } from '../api/chat-calls.ts'
import type { Cloud } from '../api/cloud.ts'
import {
  createBackoff,
  isConnectionFailure,
  isUnreachable,
  type RetryPolicy,
} from '../api/backoff.ts'
import type { Turn, TurnEnded } from './conversation-state.ts'
import type { Keeper } from './history-keeper.ts'
import type { Reconnect, TurnEnd, TurnRows } from './read-answer.ts'
import { createReconnector } from './reconnect-turn.ts'
import { nearestRow } from './row-ids.ts'
import { type ThreadLog } from './thread-log.ts'
import type { CallContext, Transport, TurnKind, TurnStream } from './transport.ts'

/** After the server said that it stopped, its stream ends by itself; at most this is waited for it. */
export const STOP_GRACE_MS = 1_000
/** A stop that the network swallows is said again at least so often: somebody waits for it. */
export const STOP_RETRY_MAX_MS = 2_000
/** About as long as a lost stream is looked for. */
export const STOP_RETRIES_MAX = 900
/** A message that did not reach the server is sent again so often; then its writer is told. */
export const SEND_RETRIES = 2

export interface TurnCallsSettings {
  readonly cloud: Pick<Cloud, 'messages'>
  readonly transport: Transport
  readonly retry: RetryPolicy
  /** Lets the page show a message before its call is made. Default: the call is made at once. */
  readonly letDraw?: (() => Promise<void>) | undefined
  readonly log: ThreadLog
  /** Keeps what the transport's server does not keep. */
  readonly keeper: Keeper | null
  readonly readContext: () => CallContext
  /** Before it is read: what has to be asked of the page. */
  readonly refreshContext?: (() => Promise<void> | undefined) | undefined
}

/** The conversation that a turn runs in. */
export interface TurnWatch {
  /** Nobody wants the answer any more. */
  readonly aborted: AbortSignal
  readonly isStopping: () => boolean
  readonly note: (news: {
    readonly type: 'dispatched' | 'opened' | 'lost' | 'found' | 'removed'
  }) => void
}

/** The streams of one turn: that of its call, and those that go on with it after a break. */
export interface TurnStreams {
  /** Nobody reads them any more. */
  readonly signal: AbortSignal
  /** @throws AlcoveError, or the signal's reason. */
  open(): Promise<TurnStream>
  /** Absent: an answer whose stream broke off is over. */
  readonly reconnect: Reconnect | undefined
  /** The server said under which rows it saves the turn. */
  saved(rows: TurnRows): void
  /** The server took messages back. */
  removed(messages: readonly RemovedMessage[]): void
  /** The turn is over, like this. */
  end(end: TurnEnd): TurnEnded
}

/** What the turns of one thread ask of its server. */
export interface TurnCalls {
  /** Whether the server can be told to stop an answer. */
  readonly canStop: boolean
  begin(turn: Turn, watch: TurnWatch): TurnStreams
  /**
   * Tells the server to stop a turn; whether it took its question back for it.
   *
   * @throws AlcoveError, or the signal's reason.
   */
  stop(turn: Turn, isOver: () => boolean): Promise<boolean>
}

export function createTurnCalls(settings: TurnCallsSettings): TurnCalls {
  const { cloud, transport, retry, letDraw, keeper, log } = settings

  async function openCall(turn: Turn, options: ChatOptions): Promise<TurnStream> {
    const { kind, question, stream } = turn
    if (stream) return stream
    // On a slow phone the key that sends would hang until both are done. A message is written down
    // already; what is pressed otherwise is lost if the page goes before its call.
    if (kind === 'submit' && letDraw) await letDraw()
    if (keeper) await keeper.ensureThread(options.signal)
    const refreshing = settings.refreshContext?.()
    if (refreshing) await refreshing
    options.signal.throwIfAborted()
    const call = {
      ...turn,
      kind: kind as TurnKind,
      threadId: log.id,
      context: settings.readContext(),
      path: () => log.pathTo(question.id),
      rowOf: log.rows.rowOf,
      parentRow: () => nearestRow(question.id, log),
    }
    return transport.open(call, options)
  }

  /** Whether the question of a turn is among messages that the server took back. */
  function isOwn({ question }: Turn, removed: readonly RemovedMessage[]): boolean {
    const rowId = log.rows.rowOf(question.id) ?? question.id
    return removed.some(({ id, externalId }) => id === rowId || externalId === question.id)
  }

  return {
    canStop: transport.stop !== undefined,
    stop: async (turn, isOver) => isOwn(turn, await askToStop(turn, settings, isOver)),
    begin(turn, { aborted, isStopping, note }) {
      const { question, answer, replaced } = turn
      // What only this browser keeps is read to its end, seen or not.
      const signal = keeper ? aborted : AbortSignal.any([log.closing, aborted])

      async function open(options: ChatOptions) {
        const stream = await openCall(turn, options)
        note({ type: 'opened' })
        return stream
      }
      const looking = { cloud, transport, retry, log, turn, signal, isStopping, note, open }
      const line = createReconnector(looking)
      const onDispatch = () => note({ type: 'dispatched' })

      return {
        signal,
        open: () => openAgain(open, turn, settings, isStopping, { signal, onDispatch }),
        reconnect: line?.reconnect,
        saved(rows) {
          if (transport.createKeeper) return
          log.rows.link(question.id, rows.userMessageId)
          if (rows.answerId !== null) log.rows.link(answer.id, rows.answerId)
          log.learnId(rows.threadId)
        },
        removed(messages) {
          if (isOwn(turn, messages)) note({ type: 'removed' })
        },
        end(end) {
          line?.stop()
          return {
            type: 'ended',
            end,
            isQuestionKnown: log.rows.rowOf(question.id) !== undefined,
            isReplacedThere: replaced !== null && log.tree.get(replaced.id) !== undefined,
            isLeft: log.closing.aborted && !keeper,
          }
        },
      }
    },
  }
}

/**
 * Tells the server to stop a turn, and what it took back for it. What the network swallowed is said
 * again: nobody has to press the button twice for it.
 *
 * @throws AlcoveError, or the signal's reason.
 */
async function askToStop(
  { kind, requestId }: Turn,
  { transport, retry, log }: TurnCallsSettings,
  isOver: () => boolean,
): Promise<readonly RemovedMessage[]> {
  const { closing } = log
  const limits = { maxMs: STOP_RETRY_MAX_MS, retriesMax: STOP_RETRIES_MAX }
  const backoff = createBackoff(retry, limits)
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

/**
 * Opens the stream of a turn. A message whose call the network swallowed is sent again, under the same
 * id: a server that has it already answers with the run that it started. Nothing else is repeated: an
 * answer would be made twice. Without a network, or behind one that hangs, nobody waits for the tries.
 *
 * @throws AlcoveError, or the signal's reason.
 */
async function openAgain(
  open: (options: ChatOptions) => Promise<TurnStream>,
  { kind }: Turn,
  { transport, retry }: TurnCallsSettings,
  isStopping: () => boolean,
  options: ChatOptions,
): Promise<TurnStream> {
  const isSafe = kind === 'submit' && transport.follow !== undefined
  if (!isSafe) return open(options)
  const backoff = createBackoff(retry, { retriesMax: SEND_RETRIES })
  try {
    for (;;) {
      try {
        return await open(options)
      } catch (error) {
        if (!isUnreachable(error) || !retry.wake.isOnline()) throw error
        if (!(await backoff.next(options.signal)) || isStopping()) throw error
      }
    }
  } finally {
    backoff.stop()
  }
}
