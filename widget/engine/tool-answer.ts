import type { JsonValue } from '../../shared/json.ts'

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
