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

/** Maximum wait for the end of the stream, after the server reported a stop. */
export const STOP_GRACE_MS = 1_000
/** Maximum delay between repeated stop calls in a bad network: a person waits for them. */
export const STOP_RETRY_MAX_MS = 2_000
/** Maximum number of repeated stop calls, about as long as a lost stream is looked for. */
export const STOP_RETRIES_MAX = 900
/** Number of retries for a message that did not reach the server. Then its sender is told. */
export const SEND_RETRIES = 2

export interface TurnCallsSettings {
  readonly cloud: Pick<Cloud, 'messages'>
  readonly transport: Transport
  readonly retry: RetryPolicy
  /** Lets the page show a message before its call is made. Default: the call is made at once. */
  readonly letDraw?: (() => Promise<void>) | undefined
  readonly log: ThreadLog
  /** Stores messages that the transport's server does not store. */
  readonly keeper: Keeper | null
  readonly readContext: () => CallContext
  /** Asks the page for context before `readContext` is called. */
  readonly refreshContext?: (() => Promise<void> | undefined) | undefined
}

/** The conversation that a turn runs in. */
export interface TurnWatch {
  /** Aborts when the answer is no longer wanted. */
  readonly aborted: AbortSignal
  readonly isStopping: () => boolean
  readonly note: (news: {
    readonly type: 'dispatched' | 'opened' | 'lost' | 'found' | 'removed'
  }) => void
}

/** The streams of one turn: of its call, and of its continuations after breaks. */
export interface TurnStreams {
  /** Aborts when the streams are no longer read. */
  readonly signal: AbortSignal
  /** @throws AlcoveError, or the signal's reason. */
  open(): Promise<TurnStream>
  /** Absent: an answer ends when its stream breaks. */
  readonly reconnect: Reconnect | undefined
  /** Called with the rows under which the server saves the turn. */
  saved(rows: TurnRows): void
  /** Called with messages that the server took back. */
  removed(messages: readonly RemovedMessage[]): void
  /** Ends the turn. Returns the event of its end. */
  end(end: TurnEnd): TurnEnded
}

/** Calls to the server for the turns of one thread. */
export interface TurnCalls {
  /** True if the server can be told to stop an answer. */
  readonly canStop: boolean
  begin(turn: Turn, watch: TurnWatch): TurnStreams
  /**
   * Tells the server to stop a turn. Returns true if the server took the question back.
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
    // Draw first: on a slow phone, the key that sends would otherwise hang until both are done. A message is
    // already stored by then; other actions are lost if the page closes before their call.
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

  /** True if the turn's question is among the messages that the server took back. */
  function isOwn({ question }: Turn, removed: readonly RemovedMessage[]): boolean {
    const rowId = log.rows.rowOf(question.id) ?? question.id
    return removed.some(({ id, externalId }) => id === rowId || externalId === question.id)
  }

  return {
    canStop: transport.stop !== undefined,
    stop: async (turn, isOver) => isOwn(turn, await askToStop(turn, settings, isOver)),
    begin(turn, { aborted, isStopping, note }) {
      const { question, answer, replaced } = turn
      // Answers that this browser stores are read to their end, shown or not.
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
 * Tells the server to stop a turn. Returns the messages that were taken back. A call that the network swallowed
 * is repeated, so that the person need not press the button twice.
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
  // The call of a followed answer had another id.
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
 * Opens the stream of a turn. If the network swallowed a message's call, the message is sent again under the same
 * id: a server that has it responds with the run that it started. Other calls are not repeated, since they would
 * make an answer twice. Without a network, or if the network hangs, there is no retry.
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
