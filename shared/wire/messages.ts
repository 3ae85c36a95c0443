import * as v from 'valibot'
import { jsonObject } from './fields.ts'

export const MESSAGES_PAGE_MAX = 200
/** Maximum of one stored message's content, as JSON text in UTF-8. */
export const MESSAGE_CONTENT_MAX_BYTES = 524_288

/**
 * Interval of heartbeats of a client that writes a message itself. Readers take 30 s without one for an
 * interruption, so two may be lost.
 */
export const HEARTBEAT_INTERVAL_MS = 10_000

export const messageRunSchema = v.object({
  status: v.picklist(['running', 'ended']),
  /** Since the last heartbeat or write of its holder, by the server's clock. */
  last_heartbeat_ms_ago: v.number(),
})

export const messageRowSchema = v.object({
  id: v.string(),
  external_id: v.nullish(v.string()),
  parent_id: v.nullable(v.string()),
  format: v.string(),
  content: jsonObject,
  height: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
  run: v.optional(messageRunSchema),
})
export const createdMessageSchema = v.object({
  message_id: v.string(),
  lease_id: v.optional(v.string()),
  heartbeat_interval_ms: v.optional(v.number()),
})
export const feedbackSchema = v.object({
  feedback_id: v.string(),
  type: v.picklist(['positive', 'negative']),
  comment: v.optional(v.string()),
})
