import * as v from 'valibot'
import { jsonObject } from './fields.ts'

export const MESSAGES_PAGE_MAX = 200
/** Maximum of one stored message's content, as JSON text in UTF-8. */
export const MESSAGE_CONTENT_MAX_BYTES = 524_288

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
export const createdMessageSchema = v.object({ message_id: v.string() })
export const feedbackSchema = v.object({
  feedback_id: v.string(),
  type: v.picklist(['positive', 'negative']),
  comment: v.optional(v.string()),
})
