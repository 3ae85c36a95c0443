import { AlcoveError } from '../../shared/errors.ts'
import { messageText, type Message, type MessageStatus } from '../../shared/thread/message.ts'
import { settleMessage } from '../../shared/thread/settle-message.ts'
import type { ActiveTurn } from './active-turn.ts'
import { failedStatus, INTERRUPTED, isFailed } from './failed-status.ts'
import { isConnectionFailure } from './passing-failure.ts'
import type { RowIds } from './row-ids.ts'
import type { TurnEnd } from './run-turn.ts'
import type { FailedAction, ThreadChange } from './thread-change.ts'
import type { ThreadLog } from './thread-log.ts'

export interface SettleSettings {
  readonly log: ThreadLog
  readonly rowIds: RowIds
  readonly onChange: (change: ThreadChange) => void
  readonly onFailure: (during: FailedAction, error: unknown) => void
  readonly markUnsent: (id: string, isUnsent: boolean) => void
  /** Somebody else decided first, perhaps in another tab: only the server knows what came of it. */
  readonly onDecidedElsewhere: () => void
}

export interface TurnSettler {
  /** Leaves the log as the end of a turn demands. */
  settle(turn: ActiveTurn, end: TurnEnd): void
  /** Removes a turn that the server does not have and returns its words. */
  takeBack(turn: ActiveTurn): void
}

export const CANCELLED: MessageStatus = { type: 'incomplete', reason: 'cancelled' }

export function createTurnSettler(settings: SettleSettings): TurnSettler {
  const { log, rowIds, onChange, onFailure, markUnsent } = settings

  function takeBack({ kind, question, answer, isStopping, receipt }: ActiveTurn) {
    receipt?.returned()
    log.remove(answer.id)
    if ((kind !== 'submit' && kind !== 'follow') || !log.tree.get(question.id)) return
    log.remove(question.id)
    // Who stopped it elsewhere has the words there.
    if (kind === 'follow' && !isStopping) return
    onChange({
      type: 'draft-returned',
      messageId: question.id,
      draft: { text: messageText(question), attachments: question.attachments ?? [] },
    })
  }

  function keepAnswer(turn: ActiveTurn, answer: Message) {
    const isCancelled = answer.status?.type === 'incomplete' && answer.status.reason === 'cancelled'
    if (!isCancelled || hasContent(answer)) return log.put(turn.question.id, answer)
    // A stopped answer that said nothing leaves no trace; a message that never arrived comes back.
    if (rowIds.rowOf(turn.question.id) === undefined) takeBack(turn)
    else log.remove(answer.id)
  }

  function refuse(turn: ActiveTurn, error: unknown) {
    const { kind, question, answer, replaced, receipt } = turn
    if (kind === 'continue') {
      log.put(question.id, settleMessage(answer, turn.isStopping ? CANCELLED : failedStatus(error)))
      if (turn.isStopping) return
      if (isConflict(error)) return settings.onDecidedElsewhere()
    } else if (turn.isStopping) return takeBack(turn)
    else if (kind === 'submit') {
      log.remove(answer.id)
      if (!receipt) markUnsent(question.id, true)
      else {
        log.remove(question.id)
        receipt.refused(error)
        // It goes out again by itself.
        if (isConnectionFailure(error)) return
      }
    } else if (replaced?.status && log.tree.get(replaced.id)) {
      log.remove(answer.id)
      // The old answer stays, and says nothing of it; one that had failed says why this time.
      if (!isFailed(replaced)) return onFailure('reload', error)
      log.put(question.id, { ...replaced, status: failedStatus(error) })
    } else log.put(question.id, { ...answer, status: failedStatus(error) })
    onFailure('send', error)
  }

  return {
    takeBack,
    settle(turn, end) {
      if (turn.isTakenBack) return takeBack(turn)
      switch (end.type) {
        case 'answered':
          return keepAnswer(turn, end.answer)
        case 'aborted':
          return keepAnswer(turn, settleMessage(end.answer, CANCELLED))
        case 'refused':
          return refuse(turn, end.error)
        case 'elsewhere':
          if (!hasContent(end.answer)) log.remove(end.answer.id)
          else log.put(turn.question.id, settleMessage(end.answer, INTERRUPTED))
          return settings.onDecidedElsewhere()
        default:
          return end satisfies never
      }
    },
  }
}

/** Whether an answer shows anything. */
export function hasContent(answer: Message): boolean {
  return answer.content.some(
    (part) => (part.type !== 'text' && part.type !== 'reasoning') || part.text.trim() !== '',
  )
}

const isConflict = (error: unknown): boolean =>
  error instanceof AlcoveError && (error.code === 'conflict' || error.code === 'run_active')
