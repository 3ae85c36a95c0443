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

/** Said where the server that keeps a thread answers nobody else. */
export const USER_ROLE_ONLY_TEXT = 'This chat can send messages of the user only.'

/** What a composer holds when it is sent. */
export interface OutgoingMessage {
  /** The server takes it once. Default: a new one. */
  readonly id?: string
  /** Default: now. */
  readonly createdAt?: string
  readonly text: string
  /** Uploaded already. Default: none. */
  readonly attachments?: readonly Attachment[]
  /** What an edited message holds beside its words. Default: none. */
  readonly parts?: readonly MessagePart[]
  /** Default `user`. */
  readonly role?: MessageRole
  /** Goes out as the request's metadata; an edit copies it. */
  readonly runConfig?: JsonObject
  /** Default: none. */
  readonly marks?: MessageMarks
}

/** Neither words nor files (specification, section 5). */
export const isEmpty = ({ text, attachments = [] }: OutgoingMessage): boolean =>
  text.trim() === '' && attachments.length === 0

/** Why a thread does not take it; `undefined` for one that it takes. */
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

/** The changed message, with the parts of the old one that are no words, and what was said of its run. */
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

/** Whether sending it would say the same again. */
export function isSameAs(message: Message, { text, attachments = [] }: OutgoingMessage): boolean {
  const before = message.attachments ?? []
  return (
    text.trim() === messageText(message).trim() &&
    before.length === attachments.length &&
    before.every(({ id }, index) => id === attachments[index]?.id)
  )
}

/** Told what becomes of a message that was sent. */
export interface SendReceipt {
  /** The server has it. */
  taken(): void
  /** It does not, and the message left the thread: whoever sent it has it now. */
  refused(error: unknown): void
  /** It was stopped before anything came of it, perhaps after it was taken; its words are in the composer. */
  returned(): void
}
