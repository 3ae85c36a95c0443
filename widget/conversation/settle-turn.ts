import { AlcoveError } from '../../shared/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import { settleMessage } from '../../shared/thread/settle-message.ts'
import { CANCELLED, failedStatus, hasContent, INTERRUPTED, isFailed } from './answer-status.ts'
import { isConnectionFailure } from '../api/backoff.ts'
import type { Effect, Turn, TurnEnded } from './conversation-state.ts'
import type { SendReceipt } from './outgoing-message.ts'

/** Result of a turn in its thread. `answer`: its final form there; absent: it is removed. */
export interface Settled {
  readonly answer?: Message
  readonly effects: readonly Effect[]
}

const LEFT = new AlcoveError('destroyed', 'The thread was left.')

/** Computes the result of a turn in its thread, and the notifications. */
export function settleTurn(turn: Turn, ended: TurnEnded, isStopping: boolean): Settled {
  const { end, isLeft } = ended
  // The server may or may not have the message.
  if (isLeft) return { effects: turn.receipt && !turn.isTaken ? [refuse(turn.receipt, LEFT)] : [] }
  if (turn.isTakenBack) return takeBack(turn, isStopping)
  switch (end.type) {
    case 'answered':
      return keepAnswer(turn, end.answer, ended, isStopping)
    case 'aborted':
      return keepAnswer(turn, settleMessage(end.answer, CANCELLED), ended, isStopping)
    case 'refused':
      return settleRefused(turn, end.error, ended, isStopping)
    case 'elsewhere': {
      if (!hasContent(end.answer)) return { effects: [remove(turn.answer), { type: 'reload' }] }
      const kept = keep(turn, settleMessage(end.answer, INTERRUPTED))
      return { ...kept, effects: [...kept.effects, { type: 'reload' }] }
    }
    default:
      return end satisfies never
  }
}

/** The server does not have the turn: it leaves the thread, and its text is returned. */
export function takeBack({ kind, question, answer, receipt }: Turn, isStopping: boolean): Settled {
  const effects: Effect[] = [
    ...(receipt ? [{ type: 'receipt', receipt, news: { type: 'returned' } } as const] : []),
    remove(answer),
  ]
  // After a stop in another tab, the text is returned there.
  const isGivenBack = kind !== 'follow' || isStopping
  if (kind === 'submit' || kind === 'follow') {
    effects.push({ type: 'take back', question, isGivenBack })
  }
  return { effects }
}

export const draw = ({ question }: Turn, message: Message): Effect => ({
  type: 'draw',
  parentId: question.id,
  message,
})

function keepAnswer(
  turn: Turn,
  answer: Message,
  { isQuestionKnown }: TurnEnded,
  isStopping: boolean,
): Settled {
  // A stopped answer does not wait for calls either.
  const isWaiting = isStopping && answer.status?.type === 'requires-action'
  if (isWaiting) return keep(turn, { ...answer, status: CANCELLED })
  const isCancelled = answer.status?.type === 'incomplete' && answer.status.reason === 'cancelled'
  if (!isCancelled || hasContent(answer)) return keep(turn, answer)
  // A stopped answer without output is removed. A message that never arrived is returned.
  return isQuestionKnown ? { effects: [remove(answer)] } : takeBack(turn, isStopping)
}

/** Settles a turn without a stream. */
function settleRefused(
  turn: Turn,
  error: unknown,
  { isReplacedThere }: TurnEnded,
  isStopping: boolean,
): Settled {
  const { kind, answer, replaced } = turn
  const failed: Effect = { type: 'fail', during: 'send', error }
  if (kind === 'continue') return settleContinued(turn, error, isStopping)
  if (isStopping) return takeBack(turn, isStopping)
  if (kind === 'submit') return { effects: [remove(answer), ...refuseQuestion(turn, error)] }
  if (!replaced?.status || !isReplacedThere) {
    return keep(turn, { ...answer, status: failedStatus(error) }, failed)
  }
  // A good old answer stays, with the failure beside it. A failed one shows the new reason.
  if (!isFailed(replaced)) {
    return { effects: [remove(answer), { type: 'fail', during: 'reload', error }] }
  }
  const again = { ...replaced, status: failedStatus(error) }
  return { effects: [remove(answer), draw(turn, again), failed] }
}

function settleContinued(turn: Turn, error: unknown, isStopping: boolean): Settled {
  const { answer, cutOff } = turn
  // The answer stays as it was, and can continue at the next try.
  if (cutOff) {
    const failed: Effect = isConflict(error)
      ? { type: 'reload' }
      : { type: 'fail', during: 'reload', error }
    return keep(turn, cutOff, ...(isStopping ? [] : [failed]))
  }
  if (isStopping) return keep(turn, settleMessage(answer, CANCELLED))
  const last: Effect = isConflict(error)
    ? { type: 'reload' }
    : { type: 'fail', during: 'send', error }
  const kept = keep(turn, settleMessage(answer, failedStatus(error)), last)
  return { ...kept, effects: [{ type: 'keep outcomes', turn }, ...kept.effects] }
}

/** The message was not accepted: it stays as unsent, or is returned to its sender. */
function refuseQuestion(turn: Turn, error: unknown): readonly Effect[] {
  const { question, receipt } = turn
  const failed: Effect = { type: 'fail', during: 'send', error }
  if (!receipt) return [{ type: 'mark unsent', id: question.id }, failed]
  const refused = [remove(question), refuse(receipt, error)]
  // The sender retries it without a notice.
  return isConnectionFailure(error) ? refused : [...refused, failed]
}

const keep = (turn: Turn, answer: Message, ...then: readonly Effect[]): Settled => ({
  answer,
  effects: [draw(turn, answer), ...then],
})

const remove = ({ id }: Message): Effect => ({ type: 'remove', id })
const refuse = (receipt: SendReceipt, error: unknown): Effect => ({
  type: 'receipt',
  receipt,
  news: { type: 'refused', error },
})

const isConflict = (error: unknown): boolean =>
  error instanceof AlcoveError && (error.code === 'conflict' || error.code === 'run_active')
