import type { JsonValue } from '../../shared/json.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Capabilities } from './capabilities.ts'
import type { OutgoingMessage } from './outgoing-message.ts'

/** `more`: there is more to load; `none`: the first message is there. */
export type OlderState = 'none' | 'more' | 'loading' | 'failed'
export type HistoryState = 'idle' | 'loading' | 'ready' | 'failed'

/** A message that was taken back. */
export interface ReturnedDraft {
  /** The message that is gone. */
  readonly messageId: string
  readonly draft: OutgoingMessage
}

/** What a thread session tells: facts, each the whole new value of one thing. */
export type ThreadChange =
  /** The ids of the shown path, first to last. */
  | { readonly type: 'path'; readonly ids: readonly string[] }
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'message-removed'; readonly id: string }
  /** The message and its siblings, oldest first; told where there are several, or no longer are. */
  | { readonly type: 'branches'; readonly id: string; readonly ids: readonly string[] }
  | { readonly type: 'run'; readonly isRunning: boolean }
  /** The stream of the running answer is lost for some time, or is there again. */
  | { readonly type: 'reconnecting'; readonly isReconnecting: boolean }
  | { readonly type: 'capabilities'; readonly capabilities: Capabilities }
  | { readonly type: 'history'; readonly state: HistoryState }
  /** What is older than what is loaded. */
  | { readonly type: 'older'; readonly state: OlderState }
  /** User messages that the server did not take. */
  | { readonly type: 'unsent'; readonly ids: ReadonlySet<string> }
  /** The server knows the thread, under this id. */
  | { readonly type: 'thread'; readonly id: string }
  /** Its words belong into the composer. */
  | ({ readonly type: 'draft-returned' } & ReturnedDraft)
  /** Everything that tools of the page ask of the person now. */
  | { readonly type: 'human-requests'; readonly requests: readonly HumanRequest[] }
  | { readonly type: 'failure'; readonly during: FailedAction; readonly error: unknown }

/**
 * `reload`: the answer that was to be made again stands as it was; `gone`: the server has the thread no
 * more for this visitor.
 */
export type FailedAction =
  | 'history'
  | 'send'
  | 'reload'
  | 'stop'
  | 'save'
  | 'feedback'
  | 'tool'
  | 'gone'

/** What a person does about a tool call that waits. */
export type ToolAnswer =
  /** Allows or denies a call that asked first. */
  | { readonly type: 'approval'; readonly isApproved: boolean; readonly reason?: string }
  /** Answers what a tool asked with `human`, or a call that is itself a question. */
  | { readonly type: 'human'; readonly value: JsonValue }
  /** Did what the identity provider wanted: the call goes on, or the answer is made again. */
  | { readonly type: 'interrupt' }
  /** Runs a call of the page's that a reload left behind. */
  | { readonly type: 'run' }
  /** Goes on without a result. */
  | { readonly type: 'skip' }

/** What a tool of the page's asked of the person. */
export interface HumanRequest {
  /** `approval`: whether it may run at all; `input`: something that only a person knows. */
  readonly kind: 'approval' | 'input'
  readonly toolCallId: string
  readonly toolName: string
  /**
   * Whatever the tool passed to `human`; for an approval, and for a call that is itself a question,
   * its arguments.
   */
  readonly payload: JsonValue
}
