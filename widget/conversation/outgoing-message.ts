import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import {
  messageText,
  type Message,
  type MessageMarks,
  type MessagePart,
  type MessageRole,
} from '../../shared/thread/message.ts'

/** Error of a server that stores threads and only takes messages of the user. */
export const USER_ROLE_ONLY_TEXT = 'This chat can send messages of the user only.'

/** Content of a composer when it is sent. */
export interface OutgoingMessage {
  /** External id, which makes sending idempotent. Default: a new one. */
  readonly id?: string
  /** Default: now. */
  readonly createdAt?: string
  readonly text: string
  /** Uploaded files. Default: none. */
  readonly attachments?: readonly Attachment[]
  /** Parts of an edited message besides its text. Default: none. */
  readonly parts?: readonly MessagePart[]
  /** Default `user`. */
  readonly role?: MessageRole
  /** Sent as the request's metadata; an edit copies it. */
  readonly runConfig?: JsonObject
  /** Default: none. */
  readonly marks?: MessageMarks
}

/** True without text and files (specification, section 5). */
export const isEmpty = ({ text, attachments = [] }: OutgoingMessage): boolean =>
  text.trim() === '' && attachments.length === 0

/** Returns the reason why a thread refuses a message; `undefined` if it takes it. */
export function refusalOf(
  { attachments = [], role = 'user' }: OutgoingMessage,
  { takesAttachments, takesRoles }: { takesAttachments: boolean; takesRoles: boolean },
): string | undefined {
  if (attachments.length > 0) {
    if (role !== 'user') return THREAD_TEXTS.attachmentsOnUser
    if (!takesAttachments) return ERROR_TEXTS.attachmentsNotSupported
  }
  return role === 'user' || takesRoles ? undefined : USER_ROLE_ONLY_TEXT
}

/** Returns the edited message, with the old one's parts other than text and its run configuration. */
export function editOf(
  message: Message,
  changed: OutgoingMessage,
  before: JsonObject | undefined,
): OutgoingMessage {
  const { runConfig = before } = changed
  const parts = message.content.filter(({ type }) => type !== 'text')
  return { ...changed, parts, ...(runConfig ? { runConfig } : {}) }
}

export function createMessage(
  { text, attachments = [], parts = [], role = 'user', marks = {} }: OutgoingMessage,
  id: string,
  createdAt: string,
): Message {
  return {
    id,
    createdAt,
    role,
    content: text.trim() === '' ? parts : [{ type: 'text', text }, ...parts],
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(role === 'assistant' ? { status: { type: 'complete', reason: 'unknown' } } : {}),
    metadata: { custom: marks },
  }
}

/** True if the message would be the same again. */
export function isSameAs(message: Message, { text, attachments = [] }: OutgoingMessage): boolean {
  const before = message.attachments ?? []
  return (
    text.trim() === messageText(message).trim() &&
    before.length === attachments.length &&
    before.every(({ id }, index) => id === attachments[index]?.id)
  )
}

/** Gets the fate of a sent message. */
export interface SendReceipt {
  /** The server has the message. */
  taken(): void
  /** The server does not have the message, which has left the thread. The caller is responsible for it again. */
  refused(error: unknown): void
  /** The message was stopped before an answer, perhaps after the server took it. Its text is in the composer. */
  returned(): void
}
