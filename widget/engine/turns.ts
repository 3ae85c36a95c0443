import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createMessageId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import type { Clock } from '../cloud/clock.ts'
import type { ChatOptions, Cloud, RemovedMessage } from '../cloud/cloud.ts'
import { createActiveTurn, type ActiveTurn, type CallPlan, type TurnPlan } from './active-turn.ts'
import type { CallContext } from './call-context.ts'
import { driveTurn } from './drive-turn.ts'
import { isFailed } from './failed-status.ts'
import type { Keeper } from './keeper.ts'
import type { Pace } from './pace.ts'
import type { TurnRows } from './read-chunks.ts'
import type { TurnEnd } from './run-turn.ts'
import { CANCELLED, createTurnSettler, type SettleSettings } from './settle-turn.ts'
import { noteLeft, type SendReceipt } from './send-receipt.ts'
import { createTurnStopper } from './stop-turn.ts'
import type { FailedAction } from './thread-change.ts'
import type { ParentRow, Transport, TurnKind, TurnStream, UiPart } from './transport.ts'
import type { OwnWake } from './wake.ts'

export interface TurnsSettings extends SettleSettings {
  readonly cloud: Pick<Cloud, 'messages'>
  readonly transport: Transport
  readonly clock: Clock
  /** From 0 up to 1; spreads retries. */
  readonly random: () => number
  readonly wake: OwnWake
  readonly pace: Pace
  /** Lets the page show a message before its call is made. Default: the call is made at once. */
  readonly letDraw?: (() => Promise<void>) | undefined
  /** What the thread is called before its first turn. */
  readonly threadId: string
  readonly closing: AbortSignal
  /** Keeps what the transport's server does not keep. */
  readonly keeper: Keeper | null
  readonly readContext: () => CallContext
  /** What goes out as the metadata of the calls that answer a message. */
  readonly runConfigOf: (messageId: string) => JsonObject | undefined
  /** The nearest message before it that the server has. */
  readonly parentRowOf: (messageId: string) => ParentRow | null
  /** The answer as it grows, and as it ended. */
  readonly onFold: (answer: Message) => void
  /** A turn begins, or the last one is over; then with its answer, if there is one. */
  readonly onRun: (answer: Message | null) => void
}

/** The turns of one thread, one at a time. None of its functions throws. */
export interface Turns {
  /** The server's id as soon as it is known. */
  readonly threadId: string
  readonly isRunning: boolean
  /** Sends a message that stands at the end of the log. */
  submit(user: Message, receipt?: SendReceipt): void
  /** Reads on in an answer that the server makes already. */
  follow(question: Message, answer: Message, stream: TurnStream): void
  /** Sends an unsent message at the end of the log, or asks for the answer that a sent one lacks. */
  again(user: Message): void
  /** Makes an answer again, beside the old one; one that could not go on goes on. */
  regenerate(answer: Message): void
  /** Goes on with an answer whose calls have these outcomes by now. */
  proceed(answer: Message, outcomes: readonly UiPart[]): void
  /** Says that somebody stopped an answer whose calls have these outcomes: it does not go on. */
  conclude(answer: Message, outcomes: readonly UiPart[]): void
  /** What was not taken of the outcomes for an answer. */
  outcomesOf(answerId: string): readonly UiPart[] | undefined
  /** The stored answers are shown: what they wait for is theirs to say. */
  forgetOutcomes(): void
  stop(): void
}

export function createTurns(settings: TurnsSettings): Turns {
  const { transport, clock, closing, keeper, log, rowIds, onChange, onFailure } = settings
  const settler = createTurnSettler(settings)
  const stopper = createTurnStopper({ ...settings, settler, threadId: () => threadId })
  /** What the server was told in vain. */
  const untold = new Map<string, readonly UiPart[]>()
  let { threadId } = settings
  let active: ActiveTurn | null = null

  function run(plan: CallPlan) {
    begin(plan, (turn, options) => open({ ...turn, kind: plan.kind }, options))
  }

  function begin(
    plan: TurnPlan,
    openFirst: (turn: ActiveTurn, options: ChatOptions) => Promise<TurnStream>,
  ) {
    const { question, answer, replaced } = plan
    // An answer that failed is no answer: what is shown then is that another one comes.
    const isHidden = replaced !== null && !isFailed(replaced) && log.tree.get(replaced.id)
    const turn = createActiveTurn(plan, !isHidden)
    active = turn
    settings.onRun(null)
    if (turn.isShown) log.put(question.id, answer)
    const drive = {
      ...settings,
      // What only this browser keeps is read to its end, seen or not.
      signal: keeper ? turn.abort.signal : AbortSignal.any([closing, turn.abort.signal]),
      threadId: () => threadId,
      onStart: (rows: TurnRows) => learnRows(turn, rows),
      onRemoved: (removed: readonly RemovedMessage[]) => stopper.learnRemoved(turn, removed),
    }
    const openNow = (options: ChatOptions) => openFirst(turn, options)
    void driveTurn(turn, drive, openNow).then((end) => finish(turn, end))
  }

  async function open(turn: ActiveTurn & { readonly kind: TurnKind }, options: ChatOptions) {
    // On a slow phone the key that sends would hang until both are done. A message is written down
    // already; what is pressed otherwise is lost if the page goes before its call.
    if (turn.kind === 'submit' && settings.letDraw) await settings.letDraw()
    if (keeper) learnThread(await keeper.ensureThread(options.signal))
    options.signal.throwIfAborted()
    const { question } = turn
    const call = {
      ...turn,
      threadId,
      context: settings.readContext(),
      metadata: settings.runConfigOf(question.id),
      path: () => log.pathTo(question.id),
      rowOf: rowIds.rowOf,
      parentRow: () => settings.parentRowOf(question.id),
    }
    return transport.open(call, options)
  }

  function finish(turn: ActiveTurn, end: TurnEnd) {
    turn.isOver = true
    if (closing.aborted && !keeper) return noteLeft(turn)
    active = null
    const { kind, answer, outcomes } = turn
    if (kind === 'continue' && end.type === 'refused' && !turn.isStopping) {
      untold.set(answer.id, outcomes)
    }
    settler.settle(turn, end)
    const settled = stopWaiting(turn)
    if (settled) void keeper?.save(settled.id, kind === 'continue')
    settings.onRun(settled)
  }

  /** Somebody stopped it: it does not wait for anything either. */
  function stopWaiting({ answer, isStopping }: ActiveTurn): Message | null {
    const settled = log.tree.get(answer.id)
    if (isStopping && settled?.status?.type === 'requires-action') {
      log.update({ ...settled, status: CANCELLED })
    }
    return log.tree.get(answer.id) ?? null
  }

  function learnThread(id: string) {
    if (threadId === id) return
    threadId = id
    onChange({ type: 'thread', id })
  }

  function learnRows({ question, answer }: ActiveTurn, rows: TurnRows) {
    if (!transport.isKeeping) return
    rowIds.link(question.id, rows.userMessageId)
    if (rows.answerId !== null) rowIds.link(answer.id, rows.answerId)
    learnThread(rows.threadId)
  }

  const answerAnew = (plan: Omit<CallPlan, 'answer' | 'outcomes'>) => {
    const answer = createAssistantMessage(createMessageId(), new Date(clock.now()).toISOString())
    run({ ...plan, answer, outcomes: [] })
  }

  /** What an answer answers; without that it can neither go on nor be made again. */
  function questionOf(answer: Message, during: FailedAction): Message | undefined {
    const question = log.tree.get(log.tree.parentOf(answer.id) ?? '')
    if (!question) onFailure(during, new AlcoveError('not_found', ERROR_TEXTS.noOriginalMessages))
    return question
  }

  const submit = (question: Message, receipt?: SendReceipt) =>
    answerAnew({ question, kind: 'submit', replaced: null, receipt })

  function ask(question: Message, replaced: Message | null) {
    // An answer that the server does not have is no branch.
    if (transport.isKeeping && replaced && rowIds.rowOf(replaced.id) === undefined) {
      log.remove(replaced.id)
    }
    answerAnew({ question, kind: 'regenerate', replaced })
  }

  function again(user: Message) {
    if (rowIds.rowOf(user.id) !== undefined) return ask(user, null)
    settings.markUnsent(user.id, false)
    log.moveToEnd(user.id)
    submit(user)
  }

  function proceed(answer: Message, outcomes: readonly UiPart[], isStopped = false) {
    const question = questionOf(answer, 'tool')
    if (!question) return
    untold.delete(answer.id)
    const running: Message = { ...answer, status: { type: 'running' } }
    run({ kind: 'continue', question, answer: running, replaced: null, outcomes, isStopped })
  }

  return {
    get threadId() {
      return threadId
    },
    get isRunning() {
      return active !== null
    },
    submit,
    follow(question, answer, stream) {
      const plan = { kind: 'follow', question, answer, replaced: null, outcomes: [] } as const
      begin(plan, () => Promise.resolve(stream))
    },
    again,
    proceed,
    conclude(answer, outcomes) {
      // What no server keeps, nobody is told of.
      if (transport.isKeeping) proceed(answer, outcomes, true)
    },
    outcomesOf: (answerId) => untold.get(answerId),
    regenerate(answer) {
      const question = questionOf(answer, 'reload')
      if (!question) return
      if (!transport.isKeeping || rowIds.rowOf(question.id) !== undefined) {
        return ask(question, answer)
      }
      if (question.role !== 'user') return
      log.remove(answer.id)
      again(question)
    },
    forgetOutcomes: () => untold.clear(),
    stop() {
      if (active) stopper.stop(active)
    },
  }
}
