import { createMessageId } from '../../shared/ids.ts'
import { messageText } from '../../shared/thread/message.ts'
import type { ChatOptions, Cloud, RemovedMessage } from '../api/cloud.ts'
import { isFailed } from './answer-status.ts'
import type { OwnWake, Patience } from './backoff.ts'
import type {
  ConversationEvent,
  ConversationState,
  Effect,
  Turn,
  TurnEvent,
  TurnPlan,
} from './conversation-state.ts'
import type { Keeper } from './history-keeper.ts'
import { createReconnector } from './reconnect-turn.ts'
import type { Pace } from './reveal.ts'
import { runTurn } from './run-turn.ts'
import { askToStop, openAgain, STOP_GRACE_MS } from './stop-turn.ts'
import { nearestRow, type ThreadLog } from './thread-log.ts'
import { isLost, transition, turnOf } from './transitions.ts'
import type { CallContext, Transport, TurnKind, TurnStream } from './transport.ts'

/** What a turn leaves to the rest of its conversation. */
export type OuterEffect = Extract<
  Effect,
  { type: 'observe' | 'keep outcomes' | 'reload' | 'settle' | 'wait' }
>

export interface TurnsSettings {
  readonly cloud: Pick<Cloud, 'messages'>
  readonly transport: Transport
  readonly patience: Patience & { readonly wake: OwnWake }
  readonly pace: Pace
  /** Lets the page show a message before its call is made. Default: the call is made at once. */
  readonly letDraw?: (() => Promise<void>) | undefined
  readonly log: ThreadLog
  /** Keeps what the transport's server does not keep. */
  readonly keeper: Keeper | null
  readonly readContext: () => CallContext
  readonly perform: (effect: OuterEffect) => void
  /** A turn begins, or the last one is over. */
  readonly onRun: () => void
}

/** The turns of one thread, one at a time. None of its functions throws. */
export interface Turns {
  readonly isRunning: boolean
  /** Only when none runs. */
  begin(plan: TurnPlan): void
  /** Another path is shown, or rows that were loaded. */
  shown(): void
  stop(): void
}

type Bare<Event> = Event extends unknown ? Omit<Event, 'requestId'> : never

/** Performs what the transitions of a conversation demand. */
export function createTurns(settings: TurnsSettings): Turns {
  const { cloud, transport, patience, keeper, log, onRun } = settings
  const { clock, wake } = patience
  let state: ConversationState = { type: 'idle' }
  let abort = new AbortController()

  const isRunning = () => turnOf(state) !== undefined
  const isOf = (turn: Turn) => turnOf(state)?.requestId === turn.requestId

  function dispatch(event: ConversationEvent) {
    const wasLost = isLost(state)
    const [next, effects] = transition(state, event)
    state = next
    // A run begins before anything of it is shown, and is over after everything is.
    if (isRunning()) onRun()
    if (isLost(next) !== wasLost) log.tell({ type: 'reconnecting', isReconnecting: !wasLost })
    for (const effect of effects) perform(effect)
    onRun()
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'run':
        return void run(effect.turn)
      case 'tell stop':
        return void tellStop(effect.turn)
      case 'abort':
        return endRun(effect.isGraceful === true)
      case 'nudge':
        return wake.nudge()
      case 'draw':
        return log.put(effect.parentId, effect.message)
      case 'remove':
        return log.remove(effect.id)
      case 'take back':
        return takeBack(effect)
      case 'mark unsent':
        return log.markUnsent(effect.id, true)
      case 'receipt':
        return give(effect)
      case 'fail':
        return log.fail(effect.during, effect.error)
      default:
        return settings.perform(effect)
    }
  }

  function endRun(isGraceful: boolean) {
    const ended = abort
    if (isGraceful) clock.after(STOP_GRACE_MS, () => ended.abort())
    else ended.abort()
  }

  function give({ receipt, news }: Extract<Effect, { type: 'receipt' }>) {
    if (news.type === 'refused') receipt.refused(news.error)
    else receipt[news.type]()
  }

  function takeBack({ question, isGivenBack }: Extract<Effect, { type: 'take back' }>) {
    if (!log.tree.get(question.id)) return
    log.remove(question.id)
    if (!isGivenBack) return
    const draft = { text: messageText(question), attachments: question.attachments ?? [] }
    log.tell({ type: 'draft-returned', messageId: question.id, draft })
  }

  /** From the call of a turn to its end, through all the streams that it takes. */
  async function run(turn: Turn) {
    abort = new AbortController()
    // What only this browser keeps is read to its end, seen or not.
    const signal = keeper ? abort.signal : AbortSignal.any([log.closing, abort.signal])
    const note = (event: Bare<TurnEvent>) => dispatch({ ...event, requestId: turn.requestId })
    const isStopping = () => state.type === 'stopping' && isOf(turn)

    async function open(options: ChatOptions) {
      const stream = await openCall(turn, options)
      note({ type: 'opened' })
      return stream
    }
    const line = createReconnector({
      cloud,
      transport,
      patience,
      log,
      turn,
      signal,
      isStopping,
      note,
      open,
    })
    const end = await runTurn({
      clock,
      wake,
      pace: settings.pace,
      signal,
      answer: turn.answer,
      isLate: turn.kind === 'follow',
      open: (options) => openAgain(open, turn, { transport, patience, isStopping }, options),
      reconnect: line?.reconnect,
      publish: (message) => note({ type: 'drawn', message }),
      onDispatch: () => note({ type: 'dispatched' }),
      onStart(rows) {
        if (!transport.isKeeping) return
        log.rows.link(turn.question.id, rows.userMessageId)
        if (rows.answerId !== null) log.rows.link(turn.answer.id, rows.answerId)
        log.learnId(rows.threadId)
      },
      onRemoved(removed) {
        if (isOwn(turn, removed)) note({ type: 'removed' })
      },
    })
    line?.stop()
    const { question, replaced } = turn
    note({
      type: 'ended',
      end,
      isQuestionKnown: log.rows.rowOf(question.id) !== undefined,
      isReplacedThere: replaced !== null && log.tree.get(replaced.id) !== undefined,
      isLeft: log.closing.aborted && !keeper,
    })
  }

  async function openCall(turn: Turn, options: ChatOptions): Promise<TurnStream> {
    const { kind, question, stream } = turn
    if (stream) return stream
    // On a slow phone the key that sends would hang until both are done. A message is written down
    // already; what is pressed otherwise is lost if the page goes before its call.
    if (kind === 'submit' && settings.letDraw) await settings.letDraw()
    if (keeper) await keeper.ensureThread(options.signal)
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

  async function tellStop(turn: Turn) {
    const { requestId } = turn
    try {
      const removed = await askToStop(turn, {
        transport,
        patience,
        log,
        isOver: () => !isOf(turn),
      })
      dispatch({ type: 'stopped', requestId, turn, isRemoved: isOwn(turn, removed) })
    } catch (error) {
      dispatch({ type: 'stop failed', requestId, error })
    }
  }

  /** Whether the question of a turn is among messages that the server took back. */
  function isOwn({ question }: Turn, removed: readonly RemovedMessage[]): boolean {
    const rowId = log.rows.rowOf(question.id) ?? question.id
    return removed.some(({ id, externalId }) => id === rowId || externalId === question.id)
  }

  return {
    get isRunning() {
      return isRunning()
    },
    begin(plan) {
      const { replaced } = plan
      // An answer that failed is no answer: what is shown then is that another one comes.
      const isHidden = replaced !== null && !isFailed(replaced) && log.tree.get(replaced.id)
      const requestId = createMessageId()
      const turn = { ...plan, requestId, isShown: !isHidden, isTaken: false, isTakenBack: false }
      dispatch({ type: 'begin', turn })
    },
    shown: () => dispatch({ type: 'shown', last: log.tree.path().at(-1) }),
    stop: () => dispatch({ type: 'stop', canTell: transport.stop !== undefined }),
  }
}
