import { isContextData } from '../context-data.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Attachment } from './attachment.ts'
import type { FilePart, MessagePart } from './message-part.ts'

export type {
  DocumentSource,
  FilePart,
  ImagePart,
  MessagePart,
  ReasoningPart,
  SourcePart,
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
      /** Seconds from its arrival until the model is called again. Never stored. */
      readonly waitSeconds?: number
      /** True while the model has sent no byte, and may still be starting. Never stored. */
      readonly isStarting?: true
    }
  | { readonly type: 'complete'; readonly reason: 'stop' | 'unknown' }
  | { readonly type: 'requires-action'; readonly reason: 'tool-calls' | 'interrupt' }
  | { readonly type: 'incomplete'; readonly reason: IncompleteReason; readonly error?: JsonValue }

/** Counts of tokens; one that the provider did not report is absent. */
export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** Part of `inputTokens`: those that the provider had in its cache. */
  readonly cachedInputTokens?: number
  /** Part of `inputTokens`: those that the provider put into its cache. */
  readonly cacheWriteTokens?: number
  /** Part of `outputTokens`: those of the model's reasoning. */
  readonly reasoningTokens?: number
}

export type MessageStep =
  | {
      readonly state: 'started'
      readonly messageId: string
      /** Index of its first part, while the answer grows. */
      readonly firstPart?: number
    }
  | {
      readonly state: 'finished'
      readonly messageId: string
      readonly finishReason: string
      readonly usage?: Usage
      readonly isContinued: boolean
    }

/** Marks of a user's message, in its custom metadata. */
export type MessageMarks = {
  /** The page around the chat sent it in the user's name. */
  readonly sentBy?: 'page'
  /**
   * The user was told that the page around the chat reads the conversation, in this role: a visitor's
   * messages are not read once they belong to a user.
   */
  readonly hostReads?: 'visitor' | 'user'
  /**
   * Data that the page around the chat sent with it, without fields that the user switched off. Not
   * validated.
   */
  readonly context?: JsonObject
}

/** The marks in a message's custom metadata. */
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
  /** Clients' data of a message; {@link MessageMarks} are ours. */
  readonly custom: JsonObject
  /** Other clients' fields beside `custom`, stored unchanged. Absent: none. */
  readonly other?: JsonObject
  /** Assistant messages only. */
  readonly steps?: readonly MessageStep[]
  /** Fields of other runtimes, in answers that they stored, kept unchanged. Absent: null and empty. */
  readonly unstable_state?: JsonValue
  readonly unstable_annotations?: readonly JsonValue[]
  readonly unstable_data?: readonly JsonValue[]
  /** The user's rating of an answer, as the server has it. */
  readonly submittedFeedback?: Feedback
}

export interface Feedback {
  readonly type: 'positive' | 'negative'
  readonly comment?: string
}

/**
 * Default maximum of a user message's text, in UTF-16 units, without a limit from the server
 * (`userTextCharacters`): the composer marks longer ones.
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

/** True for text without visible characters, which is not stored in an answer. */
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
