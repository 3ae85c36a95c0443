import type { JsonObject } from '../../shared/json.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { SendReceipt } from './outgoing-message.ts'
import type { TurnEnd } from './read-answer.ts'
import type { FailedAction } from '../world/failed-action.ts'
import type { TurnKind, TurnStream, UiPart } from './transport.ts'

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
  /** Goes out as the call's own. */
  readonly metadata?: JsonObject | undefined
  /** Somebody stopped it before it began: it only says what came of the calls. Default false. */
  readonly isStopped?: boolean
  /** The answer as it was cut off: its text goes on. Absent: it waited for its calls, or begins. */
  readonly cutOff?: Message | undefined
  /** Told what becomes of the question. */
  readonly receipt?: SendReceipt | undefined
  /** Absent: it begins with a call. */
  readonly stream?: TurnStream
}

/** A turn that runs, and what is known of it. */
export interface Turn extends TurnPlan {
  /** Names the chat call to the server, and the turn here. */
  readonly requestId: string
  /** False while an older answer stays on the screen until this one says something. */
  readonly isShown: boolean
  /** The server has what was sent. */
  readonly isTaken: boolean
  /** The server has none of it any more; its words go back to the composer. */
  readonly isTakenBack: boolean
}

/**
 * What one conversation is doing. Tools of the page may work beside it: whoever asks whether an answer
 * runs asks them too.
 */
export type ConversationState =
  | { readonly type: 'idle' }
  /** The call is made: no stream has come yet. */
  | { readonly type: 'sending'; readonly turn: Turn; readonly isDispatched: boolean }
  /** The answer comes. */
  | { readonly type: 'streaming'; readonly turn: Turn }
  /** Its stream has been gone for some time, and is looked for. */
  | { readonly type: 'lost'; readonly turn: Turn }
  /** Somebody stopped it. `before` is what it goes back to when the server could not be told. */
  | { readonly type: 'stopping'; readonly before: RunningState }
  /** The answer waits for a tool, a person or a sign-in. */
  | { readonly type: 'waiting' }

export type RunningState = Extract<ConversationState, { type: 'sending' | 'streaming' | 'lost' }>

/** What happens to a conversation. All but the first two belong to one turn. */
export type ConversationEvent =
  /** A message is sent, an answer made again, gone on with, or found running. */
  | { readonly type: 'begin'; readonly turn: Turn }
  /** Another path is shown, or rows that were loaded: it ends with this message. */
  | { readonly type: 'shown'; readonly last: Message | undefined }
  /** Somebody stops the answer. `canTell`: the server can be told. */
  | { readonly type: 'stop'; readonly canTell: boolean }
  | TurnEvent

export type TurnEvent = { readonly requestId: string } & (
  | { readonly type: 'dispatched' }
  /** A stream came: the server has what was sent. */
  | { readonly type: 'opened' }
  /** The answer as it is shown by now. */
  | { readonly type: 'drawn'; readonly message: Message }
  /** Its stream broke off and was not found at once; then it was, or nobody looks for it any more. */
  | { readonly type: 'lost' | 'found' }
  /** The server took the message back. */
  | { readonly type: 'removed' }
  /** The server says that it stopped the turn. */
  | { readonly type: 'stopped'; readonly turn: Turn; readonly isRemoved: boolean }
  | { readonly type: 'stop failed'; readonly error: unknown }
  | TurnEnded
)

export interface TurnEnded {
  readonly type: 'ended'
  readonly end: TurnEnd
  /** The server has the message that is answered. */
  readonly isQuestionKnown: boolean
  /** The answer that was to be made again still stands in the tree. */
  readonly isReplacedThere: boolean
  /** The thread was left: nobody sees how it ended. */
  readonly isLeft: boolean
}

/** What is to be done about it, in this order. */
export type Effect =
  | { readonly type: 'run' | 'tell stop'; readonly turn: Turn }
  | { readonly type: 'abort'; readonly isGraceful?: boolean }
  /** Whatever waits for the server may try again. */
  | { readonly type: 'nudge' }
  | { readonly type: 'draw'; readonly parentId: string; readonly message: Message }
  /** Tools of the page see what the answer calls. */
  | { readonly type: 'observe'; readonly message: Message }
  | { readonly type: 'remove'; readonly id: string }
  /** The server does not have the message: it leaves the thread, and is given back to be sent again. */
  | { readonly type: 'take back'; readonly question: Message; readonly isGivenBack: boolean }
  | { readonly type: 'mark unsent'; readonly id: string }
  /** Whoever sent the message learns what became of it. */
  | { readonly type: 'receipt'; readonly receipt: SendReceipt; readonly news: ReceiptNews }
  | { readonly type: 'fail'; readonly during: FailedAction; readonly error: unknown }
  /** What was decided about calls, and the server did not take: it can be said again. */
  | { readonly type: 'keep outcomes'; readonly turn: Turn }
  /** Only the server knows how the thread goes on. */
  | { readonly type: 'reload' }
  /** The answer stands as it ended: it is saved where the server does not, and its tools go on. */
  | { readonly type: 'settle'; readonly turn: Turn }
  /** Calls of a loaded answer can be answered, but nothing runs by itself. */
  | { readonly type: 'wait'; readonly answer: Message }

export type ReceiptNews =
  | { readonly type: 'taken' | 'returned' }
  | { readonly type: 'refused'; readonly error: unknown }

/** What a conversation does next, and what is to be done for it. */
export type Step = readonly [ConversationState, readonly Effect[]]
