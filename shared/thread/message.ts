import { isContextData } from '../context-data.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Attachment } from './attachment.ts'
import type { FilePart, MessagePart } from './message-part.ts'

export type {
  FilePart,
  ImagePart,
  MessagePart,
  ReasoningPart,
  TextPart,
  ToolApproval,
  ToolCallPart,
  ToolState,
} from './message-part.ts'

export type IncompleteReason =
  | 'cancelled'
  | 'tool-calls'
  | 'length'
  | 'content-filter'
  | 'other'
  | 'error'

export type MessageStatus =
  | {
      readonly type: 'running'
      /** So many seconds, from when it came, until the model is asked again. Never stored. */
      readonly waitSeconds?: number
    }
  | { readonly type: 'complete'; readonly reason: 'stop' | 'unknown' }
  | { readonly type: 'requires-action'; readonly reason: 'tool-calls' | 'interrupt' }
  | { readonly type: 'incomplete'; readonly reason: IncompleteReason; readonly error?: JsonValue }

export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
}

export type MessageStep =
  | {
      readonly state: 'started'
      readonly messageId: string
      /** Where its parts begin, as long as the answer grows. */
      readonly firstPart?: number
    }
  | {
      readonly state: 'finished'
      readonly messageId: string
      readonly finishReason: string
      readonly usage?: Usage
      readonly isContinued: boolean
    }

/** What a person's message is marked with, in its custom metadata. */
export type MessageMarks = {
  /** The page around the chat sent it in the person's name. */
  readonly sentBy?: 'page'
  /**
   * The person was told that the page around the chat reads the conversation, as who they are: what a visitor
   * said is not read once it is a user's.
   */
  readonly hostReads?: 'visitor' | 'user'
  /** What the page around the chat said with it, as data, without what the person switched off. Nobody has checked it. */
  readonly context?: JsonObject
}

/** The marks among a message's custom metadata. */
export function readMarks(custom: unknown): MessageMarks {
  if (!isPlainObject(custom)) return {}
  const { sentBy, hostReads, context } = custom
  return {
    ...(sentBy === 'page' ? { sentBy } : {}),
    ...(hostReads === 'visitor' || hostReads === 'user' ? { hostReads } : {}),
    ...(isContextData(context) ? { context } : {}),
  }
}

export interface MessageMetadata {
  /** What clients keep with a message; {@link MessageMarks} are ours. */
  readonly custom: JsonObject
  /** What another client stored beside `custom`: kept there as it is. Absent: nothing. */
  readonly other?: JsonObject
  /** Assistant messages only. */
  readonly steps?: readonly MessageStep[]
  /** Of other runtimes, in answers they stored: kept as they are. Absent: null and empty. */
  readonly unstable_state?: JsonValue
  readonly unstable_annotations?: readonly JsonValue[]
  readonly unstable_data?: readonly JsonValue[]
  /** What the person said of an answer; as the server remembers it. */
  readonly submittedFeedback?: Feedback
}

export interface Feedback {
  readonly type: 'positive' | 'negative'
  readonly comment?: string
}

/**
 * The longest text of a user's message, in UTF-16 units, where a server says no other
 * (`userTextCharacters`): the composer marks what is longer.
 */
export const USER_TEXT_MAX_CHARACTERS = 32_000

export type MessageRole = 'user' | 'assistant' | 'system'

export interface Message {
  readonly id: string
  /** ISO 8601 with milliseconds, UTC. */
  readonly createdAt: string
  readonly role: MessageRole
  readonly content: readonly MessagePart[]
  /** User messages only. */
  readonly attachments?: readonly Attachment[]
  /** Assistant messages only. */
  readonly status?: MessageStatus
  readonly metadata: MessageMetadata
}

/** The text of a message, its text parts joined by a blank line. */
export function messageText(message: Message): string {
  return message.content
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n')
}

/** An attachment as a part of its message. */
export const attachmentPart = ({ url, name, contentType }: Attachment): FilePart => ({
  type: 'file',
  data: url,
  mimeType: contentType,
  filename: name,
})

/** Words that nobody can see: an answer's are not stored. */
export const isBlankPart = (part: MessagePart): boolean =>
  (part.type === 'text' || part.type === 'reasoning') && part.text.trim() === ''

export function createUserMessage(id: string, createdAt: string, text: string): Message {
  return {
    id,
    createdAt,
    role: 'user',
    content: [{ type: 'text', text }],
    metadata: { custom: {} },
  }
}

/** An answer before its first chunk. */
export function createAssistantMessage(id: string, createdAt: string): Message {
  return {
    id,
    createdAt,
    role: 'assistant',
    content: [],
    status: { type: 'running' },
    metadata: { custom: {}, steps: [] },
  }
}
