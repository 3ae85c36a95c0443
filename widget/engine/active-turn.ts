import { createMessageId } from '../../shared/ids.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { SendReceipt } from './send-receipt.ts'
import type { TurnKind, UiPart } from './transport.ts'

/** What a turn is to do. */
export interface TurnPlan {
  /** `follow`: the answer runs at the server already, and is only read. */
  readonly kind: TurnKind | 'follow'
  /** The message that is answered. */
  readonly question: Message
  /** The answer before its first new chunk. */
  readonly answer: Message
  /** The answer that is made again. */
  readonly replaced: Message | null
  /** What was decided about the calls that the answer waited for. */
  readonly outcomes: readonly UiPart[]
  /** Somebody stopped it before it began: it only says what came of the calls. Default false. */
  readonly isStopped?: boolean
  /** Told what becomes of the question. */
  readonly receipt?: SendReceipt | undefined
}

/** A turn that a call of ours begins. */
export type CallPlan = TurnPlan & { readonly kind: TurnKind }

/** A turn that runs, and what is known of its end. */
export interface ActiveTurn extends TurnPlan {
  /** Names the chat call to the server. */
  readonly requestId: string
  readonly abort: AbortController
  /** False while an older answer stays on the screen until this one says something. */
  isShown: boolean
  /** From then on the server may know the message. */
  isDispatched: boolean
  /** The server has what was sent. */
  isTaken: boolean
  isStopping: boolean
  /** The server has none of it; its words go back to the composer. */
  isTakenBack: boolean
  isOver: boolean
}

export const createActiveTurn = (plan: TurnPlan, isShown: boolean): ActiveTurn => ({
  ...plan,
  requestId: createMessageId(),
  abort: new AbortController(),
  isShown,
  isDispatched: plan.kind === 'follow',
  isTaken: false,
  isStopping: plan.isStopped ?? false,
  isTakenBack: false,
  isOver: false,
})
