import type { JsonObject } from '../../shared/json.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { SendReceipt } from './outgoing-message.ts'
import type { TurnEnd } from './read-answer.ts'
import type { FailedAction } from '../world/failed-action.ts'
import type { TurnKind, TurnStream, UiPart } from './transport.ts'

/** The task of a turn. */
export interface TurnPlan {
  /** `follow`: the answer already runs at the server and is only read. */
  readonly kind: TurnKind | 'follow'
  /** The message to answer. */
  readonly question: Message
  /** The answer before its first new chunk. */
  readonly answer: Message
  /** The answer that is made again. */
  readonly replaced: Message | null
  /** Decisions about the calls that the answer waited for. */
  readonly outcomes: readonly UiPart[]
  /** Metadata of the call. */
  readonly metadata?: JsonObject | undefined
  /**
   * True if the answer was stopped before the turn began: the turn only reports the outcomes of its calls.
   * Default false.
   */
  readonly isStopped?: boolean
  /** The answer as it was cut off, whose text continues. Absent: it waited for its calls, or begins. */
  readonly cutOff?: Message | undefined
  /** Gets the fate of the question. */
  readonly receipt?: SendReceipt | undefined
  /** A stream that is already open. Absent: the turn begins with a call. */
  readonly stream?: TurnStream
}

/** A running turn and its known facts. */
export interface Turn extends TurnPlan {
  /** Identifies the chat call at the server, and the turn here. */
  readonly requestId: string
  /** False while an older answer stays on the screen until this one has content. */
  readonly isShown: boolean
  /** True if the server has the message. */
  readonly isTaken: boolean
  /** True if the server removed the turn; its text goes back to the composer. */
  readonly isTakenBack: boolean
}

/**
 * State of one conversation. Tools of the page may run besides, so "is an answer running" depends on them as
 * well.
 */
export type ConversationState =
  | { readonly type: 'idle' }
  /** The call is made; no stream has arrived yet. */
  | { readonly type: 'sending'; readonly turn: Turn; readonly isDispatched: boolean }
  /** The answer is streaming. */
  | { readonly type: 'streaming'; readonly turn: Turn }
  /** The stream has been lost for some time and is looked for. */
  | { readonly type: 'lost'; readonly turn: Turn }
  /** A person stopped the answer. `before` is the state to return to if the server could not be told. */
  | { readonly type: 'stopping'; readonly before: RunningState }
  /** The answer waits for a tool, a person or a sign-in. */
  | { readonly type: 'waiting' }

export type RunningState = Extract<ConversationState, { type: 'sending' | 'streaming' | 'lost' }>

/** Events of a conversation. All but the first two belong to one turn. */
export type ConversationEvent =
  /** A message is sent, or an answer is made again, continued or found running. */
  | { readonly type: 'begin'; readonly turn: Turn }
  /** Another path is shown, or rows were loaded; `last` is the last message. */
  | { readonly type: 'shown'; readonly last: Message | undefined }
  /** A person stops the answer. `canTell`: the server can be told. */
  | { readonly type: 'stop'; readonly canTell: boolean }
  | TurnEvent

export type TurnEvent = { readonly requestId: string } & (
  | { readonly type: 'dispatched' }
  /** A stream arrived: the server has the message. */
  | { readonly type: 'opened' }
  /** The answer as it is shown now. */
  | { readonly type: 'drawn'; readonly message: Message }
  /** The stream broke and was not found at once; then it was found, or the search ended. */
  | { readonly type: 'lost' | 'found' }
  /** The server took the message back. */
  | { readonly type: 'removed' }
  /** The server reports that it stopped the turn. */
  | { readonly type: 'stopped'; readonly turn: Turn; readonly isRemoved: boolean }
  | { readonly type: 'stop failed'; readonly error: unknown }
  | TurnEnded
)

export interface TurnEnded {
  readonly type: 'ended'
  readonly end: TurnEnd
  /** True if the server has the answered message. */
  readonly isQuestionKnown: boolean
  /** True if the answer to be made again is still in the tree. */
  readonly isReplacedThere: boolean
  /** True if the thread was left, so that the end is not shown. */
  readonly isLeft: boolean
}

/** Effects of a transition, in this order. */
export type Effect =
  | { readonly type: 'run' | 'tell stop'; readonly turn: Turn }
  | { readonly type: 'abort'; readonly isGraceful?: boolean }
  /** Lets pending retries try again at once. */
  | { readonly type: 'nudge' }
  | { readonly type: 'draw'; readonly parentId: string; readonly message: Message }
  /** Shows the answer's calls to the page's tools. */
  | { readonly type: 'observe'; readonly message: Message }
  | { readonly type: 'remove'; readonly id: string }
  /** The server does not have the message: it leaves the thread and is returned, to be sent again. */
  | { readonly type: 'take back'; readonly question: Message; readonly isGivenBack: boolean }
  | { readonly type: 'mark unsent'; readonly id: string }
  /** Reports the fate of a message to its sender. */
  | { readonly type: 'receipt'; readonly receipt: SendReceipt; readonly news: ReceiptNews }
  | { readonly type: 'fail'; readonly during: FailedAction; readonly error: unknown }
  /** Keeps decisions about calls that the server did not accept, for a retry. */
  | { readonly type: 'keep outcomes'; readonly turn: Turn }
  /** Only the server knows how the thread continues. */
  | { readonly type: 'reload' }
  /** The answer has ended: it is stored if the server does not do so, and its tools continue. */
  | { readonly type: 'settle'; readonly turn: Turn }
  /** Calls of a loaded answer can be answered, but nothing runs without a person. */
  | { readonly type: 'wait'; readonly answer: Message }

export type ReceiptNews =
  | { readonly type: 'taken' | 'returned' }
  | { readonly type: 'refused'; readonly error: unknown }

/** The next state of a conversation, and the effects to perform. */
export type Step = readonly [ConversationState, readonly Effect[]]
