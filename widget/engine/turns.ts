import { createMessageId } from '../../shared/ids.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import type { ChatBody } from '../../shared/wire/chat.ts'
import type { Clock } from '../cloud/clock.ts'
import type { Cloud, RemovedMessage } from '../cloud/cloud.ts'
import { createActiveTurn, type ActiveTurn } from './active-turn.ts'
import type { Pace } from './pace.ts'
import { runTurn, type TurnEnd, type TurnRows } from './run-turn.ts'
import { createTurnSettler, type SettleSettings } from './settle-turn.ts'
import { regenerateBody, submitBody, type TurnAddress } from './turn-body.ts'

/** After the server said that it stopped, its stream ends by itself; at most this is waited for it. */
export const STOP_GRACE_MS = 1_000

export interface TurnsSettings extends SettleSettings {
  readonly cloud: Pick<Cloud, 'chat' | 'stop'>
  readonly clock: Clock
  readonly pace: Pace
  /** What the thread is called before its first turn. */
  readonly threadId: string
  readonly closing: AbortSignal
}

/** The turns of one thread, one at a time. None of its functions throws. */
export interface Turns {
  /** The server's id as soon as it is known. */
  readonly threadId: string
  readonly isRunning: boolean
  /** Sends a message that stands at the end of the log. */
  submit(user: Message): void
  /** Sends an unsent message at the end of the log, or asks for the answer that a sent one lacks. */
  again(user: Message): void
  /** Makes an answer again, beside the old one. */
  regenerate(answer: Message): void
  stop(): void
}

export function createTurns(settings: TurnsSettings): Turns {
  const { cloud, clock, pace, closing, log, rowIds, onChange, onFailure, markUnsent } = settings
  const settler = createTurnSettler(settings)
  let { threadId } = settings
  let active: ActiveTurn | null = null

  function run(
    plan: Pick<ActiveTurn, 'user' | 'kind' | 'replaced'>,
    makeBody: (address: TurnAddress) => ChatBody,
  ) {
    const answer = createAssistantMessage(createMessageId(), new Date(clock.now()).toISOString())
    const turn = createActiveTurn({ ...plan, answer, requestId: createMessageId() })
    active = turn
    onChange({ type: 'run', isRunning: true })
    log.put(turn.user.id, answer)
    void runTurn({
      cloud,
      clock,
      pace,
      answer,
      body: makeBody({ threadId, requestId: turn.requestId }),
      signal: AbortSignal.any([closing, turn.abort.signal]),
      publish: (shown) => log.put(turn.user.id, shown),
      onDispatch() {
        turn.isDispatched = true
      },
      onStart: (rows) => learnRows(turn, rows),
      onRemoved: (removed) => learnRemoved(turn, removed),
    }).then((end) => finish(turn, end))
  }

  function finish(turn: ActiveTurn, end: TurnEnd) {
    turn.isOver = true
    if (closing.aborted) return
    active = null
    settler.settle(turn, end)
    onChange({ type: 'run', isRunning: false })
  }

  function learnRows(turn: ActiveTurn, rows: TurnRows) {
    rowIds.link(turn.user.id, rows.userMessageId)
    if (rows.answerId !== null) rowIds.link(turn.answer.id, rows.answerId)
    if (threadId === rows.threadId) return
    threadId = rows.threadId
    onChange({ type: 'thread', id: threadId })
  }

  function learnRemoved(turn: ActiveTurn, removed: readonly RemovedMessage[]) {
    const { id } = turn.user
    const rowId = rowIds.rowOf(id) ?? id
    turn.isTakenBack ||= removed.some((row) => row.id === rowId || row.externalId === id)
  }

  async function askToStop(turn: ActiveTurn) {
    try {
      learnRemoved(turn, await cloud.stop(threadId, turn.requestId, closing))
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

  /** The nearest message before it that the server has. */
  function savedParent(id: string) {
    for (
      let key = log.tree.parentOf(id) ?? null;
      key !== null;
      key = log.tree.parentOf(key) ?? null
    ) {
      const rowId = rowIds.rowOf(key)
      const message = log.tree.get(key)
      if (rowId !== undefined && message) return { rowId, role: message.role }
    }
    return null
  }

  function submit(user: Message) {
    run({ user, kind: 'submit', replaced: null }, (address) =>
      submitBody(address, user, savedParent(user.id)),
    )
  }

  function ask(user: Message, rowId: string, replaced: Message | null) {
    const answerRowId = replaced ? rowIds.rowOf(replaced.id) : undefined
    // An answer that the server does not have is no branch.
    if (replaced && answerRowId === undefined) log.remove(replaced.id)
    run({ user, kind: 'regenerate', replaced }, (address) =>
      regenerateBody(address, { ...user, rowId }, answerRowId),
    )
  }

  function again(user: Message) {
    const rowId = rowIds.rowOf(user.id)
    if (rowId !== undefined) return ask(user, rowId, null)
    markUnsent(user.id, false)
    log.moveToEnd(user.id)
    submit(user)
  }

  return {
    get threadId() {
      return threadId
    },
    get isRunning() {
      return active !== null
    },
    submit,
    again,
    regenerate(answer) {
      const user = log.tree.get(log.tree.parentOf(answer.id) ?? '')
      if (user?.role !== 'user') return
      const rowId = rowIds.rowOf(user.id)
      if (rowId !== undefined) return ask(user, rowId, answer)
      log.remove(answer.id)
      again(user)
    },
    stop() {
      const turn = active
      if (!turn || turn.isStopping) return
      turn.isStopping = true
      // Before the first byte left there is nothing to stop at the server.
      if (turn.isDispatched) void askToStop(turn)
      else turn.abort.abort()
    },
  }
}
