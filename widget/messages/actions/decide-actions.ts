import type { MessageRole } from '../../../shared/thread/message.ts'

export type MessageAction = 'copy' | 'edit' | 'reload' | 'feedback' | 'speak' | 'branches'

/** What decides which actions a message offers. */
export interface ActionContext {
  readonly role: MessageRole
  /** It has words. */
  readonly hasText: boolean
  /** It grows right now. */
  readonly isStreaming: boolean
  /** It ended in an error. */
  readonly hasFailed: boolean
  /** How it ended is told with a button that makes it again. */
  readonly offersRetry: boolean
  readonly isEdited: boolean
  readonly hasBranches: boolean
  /** An answer of the thread grows. */
  readonly isRunning: boolean
  readonly isDisabled: boolean
  readonly can: {
    readonly copy: boolean
    readonly edit: boolean
    readonly reload: boolean
    readonly feedback: boolean
    readonly speech: boolean
    readonly switchToBranch: boolean
  }
}

/** The actions that a message offers, in their order (specification, section 2). */
export function decideActions(context: ActionContext): readonly MessageAction[] {
  const { role, can, hasText, hasBranches, isRunning, isDisabled } = context
  if (role === 'system' || context.isStreaming || context.isEdited) return []
  const isAnswer = role === 'assistant'
  const offers: Record<MessageAction, boolean> = {
    branches: hasBranches && can.switchToBranch,
    copy: hasText && can.copy,
    edit: !isAnswer && can.edit,
    reload: isAnswer && can.reload && !isRunning && !isDisabled && !context.offersRetry,
    feedback: isAnswer && hasText && !context.hasFailed && can.feedback,
    speak: isAnswer && hasText && can.speech,
  }
  return ORDER.filter((action) => offers[action])
}

const ORDER: readonly MessageAction[] = ['branches', 'copy', 'edit', 'reload', 'feedback', 'speak']
