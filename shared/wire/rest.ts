import * as v from 'valibot'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'

/** Lengths and page sizes of the contract. Every other limit is a server setting. */
export const TITLE_MAX = 255
export const EXTERNAL_ID_MAX = 255
export const METADATA_KEYS_MAX = 16
export const METADATA_KEY_MAX = 64
export const METADATA_VALUE_MAX = 512
export const THREADS_PAGE_DEFAULT = 20
export const THREADS_PAGE_MAX = 100
/** Rows of the one answer that the oldest clients ask for, without a page. */
export const THREADS_UNPAGED_MAX = 1000
export const MESSAGES_PAGE_MAX = 200
/** Of one stored message's content, as JSON text in UTF-8. */
export const MESSAGE_CONTENT_MAX_BYTES = 524_288
/** Of one chat call. */
export const CHAT_MESSAGES_MAX = 1000
/** Of one message of a chat call. */
export const CHAT_PARTS_MAX = 200

const jsonObject = v.custom<JsonObject>(isPlainObject, 'Expected an object.')
const isoTime = v.pipe(
  v.string(),
  v.isoTimestamp('Expected an ISO 8601 time.'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'Expected an ISO 8601 time.'),
)
const externalId = v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(EXTERNAL_ID_MAX)))
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(EXTERNAL_ID_MAX))
const metadata = v.nullish(
  v.pipe(
    v.record(
      v.pipe(v.string(), v.maxLength(METADATA_KEY_MAX)),
      v.pipe(v.string(), v.maxLength(METADATA_VALUE_MAX)),
    ),
    v.check(
      (value) => Object.keys(value).length <= METADATA_KEYS_MAX,
      `Expected at most ${METADATA_KEYS_MAX} keys.`,
    ),
  ),
)

// Tokens

export const refreshTokenSchema = v.object({ token: v.string(), expires_at: v.string() })
export const tokensSchema = v.object({
  access_token: v.string(),
  refresh_token: v.optional(refreshTokenSchema),
})
export const refreshBodySchema = v.object({ refresh_token: v.string() })

// Threads

export const threadSchema = v.object({
  id: v.string(),
  project_id: v.string(),
  workspace_id: v.string(),
  title: v.nullable(v.string()),
  is_archived: v.boolean(),
  external_id: v.nullable(v.string()),
  metadata: v.nullable(jsonObject),
  last_message_at: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
})
export const threadListSchema = v.object({ threads: v.array(threadSchema) })
export const createThreadBodySchema = v.strictObject({
  title: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(TITLE_MAX))),
  last_message_at: isoTime,
  external_id: externalId,
  metadata,
  upsert: v.optional(v.boolean()),
})

// Messages

export const messageRowSchema = v.object({
  id: v.string(),
  external_id: v.nullish(v.string()),
  parent_id: v.nullable(v.string()),
  format: v.string(),
  content: jsonObject,
  height: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
})
export const messageListSchema = v.object({ messages: v.array(messageRowSchema) })
export const createMessageBodySchema = v.strictObject({
  parent_id: v.nullable(v.string()),
  parent_external_id: v.nullish(v.string()),
  external_id: externalId,
  format: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  content: jsonObject,
})

// The chat call

/** Counted first: to check a list without end takes as long as it likes. */
const arrayUpTo = <Item extends v.GenericSchema>(max: number, item: Item) =>
  v.pipe(
    v.custom<unknown>(
      (value) => !Array.isArray(value) || value.length <= max,
      `Expected at most ${max} items.`,
    ),
    v.array(item),
  )

const uiPartSchema = v.looseObject({ type: v.string() })
/** A message as the AI SDK's chat transport sends it. */
export const uiMessageSchema = v.looseObject({
  id,
  role: v.picklist(['user', 'assistant', 'system']),
  parts: arrayUpTo(CHAT_PARTS_MAX, uiPartSchema),
  metadata: v.optional(v.unknown()),
})
export const chatBodySchema = v.looseObject({
  /** The thread: its row id, or any other name of the caller's: then its `external_id`. */
  id,
  /** Only the last message and the ids before it count; stored messages are read from the store. */
  messages: arrayUpTo(CHAT_MESSAGES_MAX, uiMessageSchema),
  trigger: v.picklist(['submit-message', 'regenerate-message']),
  /** The answer to make again, with `regenerate-message`. */
  messageId: v.optional(id),
})
export type ChatBody = v.InferOutput<typeof chatBodySchema>
export type UiMessage = v.InferOutput<typeof uiMessageSchema>

/** Published clients send no body; then whatever runs in the thread is stopped. */
export const stopBodySchema = v.looseObject({
  /** The `requestId` of the chat call to stop. */
  requestId: v.optional(id),
})
export const stoppedSchema = v.object({
  /** The rows that the stop took back: a user message that had no answer yet. */
  removed: v.array(v.object({ id: v.string(), external_id: v.nullable(v.string()) })),
})

/**
 * What the `start` chunk's `messageMetadata.alcove` tells a reader that sent `Alcove-Stream: 1`:
 * the rows that the server saved, so that the reader does not save them again.
 */
export const startMetadataSchema = v.object({
  threadId: v.string(),
  /** The row of the user message. */
  userMessageId: v.string(),
})

/** Announces a reader that knows Alcove's own chunks and lets the server save (`wire.md` 13.16). */
export const ALCOVE_STREAM_HEADER = 'Alcove-Stream'

export const errorBodySchema = v.looseObject({
  error: v.optional(v.string()),
  message: v.optional(v.string()),
  hint: v.optional(v.string()),
  details: v.optional(v.unknown()),
})

/** The body of every failed call. `error` is a code, `message` a sentence. */
export interface ErrorBody {
  readonly error: string
  readonly message: string
  readonly hint?: string
  readonly details?: JsonValue
}

/** What the frame document is told by the server that rendered it, in a meta tag named `alcove`. */
export const frameConfigSchema = v.object({
  /** The project's id. */
  project: v.string(),
  /** Path of the project's base under the document's origin: empty, or `/p/<project>`. */
  basePath: v.string(),
  /** Host pages that may embed it: origins, or `http://localhost:*` for any port. */
  allowedHosts: v.array(v.string()),
})
export type FrameConfig = v.InferOutput<typeof frameConfigSchema>
