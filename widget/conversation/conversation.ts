import type { Feedback } from '../../shared/thread/message.ts'
import type { Wake } from '../api/backoff.ts'
import type { Clock } from '../api/clock.ts'
import type { Cloud } from '../api/cloud.ts'
import type { Pace } from '../world/pace.ts'
import type { FeedbackAdapter, KeepRating } from './feedback.ts'
import type { OutgoingMessage, SendReceipt } from './outgoing-message.ts'
import type { PathMemory } from './path-shower.ts'
import type { ThreadChange } from './thread-log.ts'
import type { CreateToolRunner } from './tool-desk.ts'
import type { ToolAnswer } from './tools/decide-call.ts'
import type { CallContext, Transport } from './transport.ts'
import type { TurnCallsSettings } from './turn-calls.ts'

export interface ConversationSettings {
  readonly cloud: Cloud
  readonly clock: Clock
  readonly pace: Pace
  /** Lets the page show a message before its call is made. Default: the call is made at once. */
  readonly letDraw?: (() => Promise<void>) | undefined
  /** From 0 up to 1; spreads retries. Default: chance. */
  readonly random?: () => number
  /** Default: nothing tells; a lost stream is looked for by and by. */
  readonly wake?: Wake
  /** A row id, or a local one for a thread that the server does not know. */
  readonly threadId: string
  readonly isNew: boolean
  readonly onChange: (change: ThreadChange) => void
  /** Default: the client's own chat call. */
  readonly transport?: Transport
  /** Default: the client's; `null`: none. */
  readonly feedback?: FeedbackAdapter | null
  /** Default: a rating ends with the page. */
  readonly keepRating?: KeepRating
  /** Nobody may write. Default false. */
  readonly isReadOnly?: boolean
  /** Default false. */
  readonly hasSpeech?: boolean
  /** Default true. */
  readonly hasAttachments?: boolean
  /** What this browser adds to each chat call. Default: nothing. */
  readonly readContext?: () => CallContext
  readonly refreshContext?: TurnCallsSettings['refreshContext']
  /** Loads what runs tools. Absent: calls that wait cannot be answered. */
  readonly createToolRunner?: CreateToolRunner
  /** Default: a thread that is loaded again shows the path to its newest message. */
  readonly pathMemory?: PathMemory
}

/** One thread as long as it is open. None of its functions throws. */
export interface Conversation {
  /**
   * Loads the newest stored messages; those that were not sent stay. Older ones follow. An answer that
   * runs at the server goes on here.
   */
  load(): Promise<void>
  /** Loads the page before the oldest loaded message. */
  loadOlder(): Promise<void>
  /** Whether the server is known to have a message, by the id under which it was sent. */
  has(messageId: string): boolean
  /** False when nothing can be sent now: an answer runs, or the history is not there yet. */
  send(message: OutgoingMessage, receipt?: SendReceipt): boolean
  /** Sends a changed user message beside the old one. False like `send`, or when nothing changed. */
  edit(messageId: string, message: OutgoingMessage): boolean
  /** Makes an answer again beside the old one. Does nothing for other messages, or during a run. */
  reload(messageId: string): void
  /** Shows the path through a message. Does nothing during a run. */
  switchTo(messageId: string): void
  /**
   * Shows the path through a stored message, by its row, and says which message that is here. `null`
   * while the row is not loaded, or when it is on another path during a run.
   */
  showRow(rowId: string): string | null
  /** The row of a message, which outlives the page; `undefined` until the server is known to have it. */
  rowOf(messageId: string): string | undefined
  /** What a person decides about a call that waits; ignored when it does not. */
  answerTool(toolCallId: string, answer: ToolAnswer): void
  /** Remembered at once, and given back when it could not be saved. `null` takes it back. */
  giveFeedback(messageId: string, feedback: Feedback | null): void
  /** Stops the running answer, and the tools that run for it. */
  stop(): void
  /** Sends an unsent user message, or makes an answer again beside the old one. */
  retry(messageId: string): void
  /** Lets the text of an answer that was cut off go on. Does nothing for other messages, or during a run. */
  continueAnswer(messageId: string): void
  /** Lets everything go; nothing is told any more. The answer goes on at the server. */
  close(): void
}
