import * as v from 'valibot'
import { arrayUpTo, externalId, id, jsonObject, pageLimit } from './fields.ts'

export const MESSAGES_PAGE_MAX = 200
/** Rows that one call may remove. */
export const MESSAGES_DELETE_MAX = 200
/** Of one stored message's content, as JSON text in UTF-8. */
export const MESSAGE_CONTENT_MAX_BYTES = 524_288
export const FEEDBACK_COMMENT_MAX = 2_000

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

export const messagesQuerySchema = v.object({
  format: v.optional(v.string()),
  limit: pageLimit(MESSAGES_PAGE_MAX, MESSAGES_PAGE_MAX),
  after: v.optional(v.string()),
})

export const createMessageBodySchema = v.strictObject({
  parent_id: v.nullable(v.string()),
  parent_external_id: v.nullish(v.string()),
  external_id: externalId,
  format: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  content: jsonObject,
})
export const createdMessageSchema = v.object({ message_id: v.string() })

export const updateMessageBodySchema = v.strictObject({ content: jsonObject })
export const deleteMessagesBodySchema = v.strictObject({
  message_ids: v.pipe(arrayUpTo(MESSAGES_DELETE_MAX, id), v.minLength(1)),
})

export const feedbackBodySchema = v.strictObject({
  type: v.picklist(['positive', 'negative']),
  comment: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(FEEDBACK_COMMENT_MAX))),
})
export const feedbackSchema = v.object({
  feedback_id: v.string(),
  type: v.picklist(['positive', 'negative']),
  comment: v.optional(v.string()),
})
