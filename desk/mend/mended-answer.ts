import type { Conversation, DeskMessage } from '../../shared/desk/conversations.ts'

/** Facts about an answer that a fix of it needs. */
export interface MendedAnswer {
  /** Masked, if the conversation is. */
  readonly question: string
  readonly assistant: string
}

/**
 * Reads them of an answer, or of a question without one.
 *
 * @param id of the message; one that is gone has no question.
 */
export function mendedAnswer(
  { messages }: Pick<Conversation, 'messages'>,
  id: string,
): MendedAnswer {
  const message = messages.find((each) => each.id === id)
  const question =
    message?.role === 'user' ? message : messages.find((each) => each.id === message?.parentId)
  return {
    question: question?.role === 'user' ? textOf(question) : '',
    assistant: message?.facts?.assistant ?? 'default',
  }
}

/** How many questions and answers stand before the question of a message. */
export function turnsBefore(
  { messages }: Pick<Conversation, 'messages'>,
  message: DeskMessage,
): number {
  const byId = new Map(messages.map((each) => [each.id, each]))
  let at = message.role === 'user' ? message : byId.get(message.parentId ?? '')
  let count = -1
  // Limit: a conversation is a tree, whose paths end.
  while (at) {
    if (at.role !== 'system') count++
    at = byId.get(at.parentId ?? '')
  }
  return Math.max(0, count)
}

const textOf = ({ parts }: DeskMessage): string =>
  parts
    .flatMap((part) => (part.type === 'text' ? part.text.map(({ text }) => text) : []))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Whether a message can be mended: an answer, or a question without one. */
export const canBeMended = (
  { messages }: Pick<Conversation, 'messages'>,
  { id, role }: DeskMessage,
): boolean =>
  role === 'assistant' || (role === 'user' && messages.every(({ parentId }) => parentId !== id))

/** Whether a message waits to be mended: it was rated badly, says nothing, or failed, and nothing was done yet. */
export const needsMending = ({ role, rating, facts, fixes }: DeskMessage): boolean =>
  fixes.length === 0 &&
  (role === 'user' ||
    rating?.type === 'bad' ||
    facts?.isUnanswered === true ||
    facts?.state === 'error')
