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
  /** From 0 up to 1; spreads retries. Default: random. */
  readonly random?: () => number
  /** Default: no wakes; a lost stream is only polled for. */
  readonly wake?: Wake
  /** A row id, or a local one for a thread that the server does not know. */
  readonly threadId: string
  readonly isNew: boolean
  readonly onChange: (change: ThreadChange) => void
  /** Default: the client's chat call. */
  readonly transport?: Transport
  /** Default: the client's; `null`: none. */
  readonly feedback?: FeedbackAdapter | null
  /** Default: a rating ends with the page. */
  readonly keepRating?: KeepRating
  /** True: the project takes no messages. Default false. */
  readonly isReadOnly?: boolean
  /** Default false. */
  readonly hasSpeech?: boolean
  /** Default true. */
  readonly hasAttachments?: boolean
  /** Returns this browser's additions to each chat call. Default: none. */
  readonly readContext?: () => CallContext
  readonly refreshContext?: TurnCallsSettings['refreshContext']
  /** Loads the code that runs tools. Absent: waiting calls cannot be answered. */
  readonly createToolRunner?: CreateToolRunner
  /** Default: a reloaded thread shows the path to its newest message. */
  readonly pathMemory?: PathMemory
}

/** An open thread. None of its functions throws. */
export interface Conversation {
  /**
   * Loads the newest stored messages and keeps unsent ones; older ones follow. An answer that runs at the server
   * is followed.
   */
  load(): Promise<void>
  /** Loads the page before the oldest loaded message. */
  loadOlder(): Promise<void>
  /** True if the server is known to have a message, by the id under which it was sent. */
  has(messageId: string): boolean
  /**
   * Sends a message. Returns false if nothing can be sent now: an answer runs, or the history is not loaded yet.
   */
  send(message: OutgoingMessage, receipt?: SendReceipt): boolean
  /**
   * Sends an edited user message as a sibling of the old one. Returns false like `send`, or if nothing changed.
   */
  edit(messageId: string, message: OutgoingMessage): boolean
  /** Makes an answer again, as a sibling of the old one. Does nothing for other messages, or during a run. */
  reload(messageId: string): void
  /** Shows the path through a message. Does nothing during a run. */
  switchTo(messageId: string): void
  /**
   * Shows the path through a stored message, by its row. Returns the id of the message here; `null` if the row is
   * not loaded, or if it is on another path during a run.
   */
  showRow(rowId: string): string | null
  /**
   * Returns the row of a message, which outlives the page; `undefined` while the server is not known to have it.
   */
  rowOf(messageId: string): string | undefined
  /** A person's decision about a waiting call; ignored if the call does not wait. */
  answerTool(toolCallId: string, answer: ToolAnswer): void
  /** Shows a rating at once, and the former one again if saving fails. `null` removes the rating. */
  giveFeedback(messageId: string, feedback: Feedback | null): void
  /** Stops the running answer and its tools. */
  stop(): void
  /** Sends an unsent user message, or makes an answer again as a sibling of the old one. */
  retry(messageId: string): void
  /** Continues the text of an answer that was cut off. Does nothing for other messages, or during a run. */
  continueAnswer(messageId: string): void
  /** Closes the thread, after which no change is reported. The answer continues at the server. */
  close(): void
}
