import type { JsonObject } from '../../shared/json.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import { messageText, type Message, type MessageRole } from '../../shared/thread/message.ts'

/** What a composer holds when it is sent. */
export interface OutgoingMessage {
  readonly text: string
  /** Uploaded already. Default: none. */
  readonly attachments?: readonly Attachment[]
  /** Default `user`. */
  readonly role?: MessageRole
  /** Goes out as the request's metadata; an edit copies it. */
  readonly runConfig?: JsonObject
}

/** Neither words nor files (specification, section 5). */
export const isEmpty = ({ text, attachments = [] }: OutgoingMessage): boolean =>
  text.trim() === '' && attachments.length === 0

export function createMessage(
  { text, attachments = [], role = 'user' }: OutgoingMessage,
  id: string,
  createdAt: string,
): Message {
  return {
    id,
    createdAt,
    role,
    content: text.trim() === '' ? [] : [{ type: 'text', text }],
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(role === 'assistant' ? { status: { type: 'complete', reason: 'unknown' } } : {}),
    metadata: { custom: {} },
  }
}

/** Whether sending it would say the same again. */
export function isSameAs(message: Message, { text, attachments = [] }: OutgoingMessage): boolean {
  const before = message.attachments ?? []
  return (
    text.trim() === messageText(message).trim() &&
    before.length === attachments.length &&
    before.every(({ id }, index) => id === attachments[index]?.id)
  )
}
