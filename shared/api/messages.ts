import * as v from 'valibot'
import { arrayUpTo, id } from '../wire/fields.ts'
import * as wire from '../wire/messages.ts'
import {
  COMMENT,
  contentField,
  CREATED_AT,
  EXTERNAL_ID,
  externalIdField,
  FORMAT,
  ROW_ID,
  UPDATED_AT,
} from './common-fields.ts'
import { described, describedFields } from './described.ts'
import { pageAfter, pageLimit } from './query-fields.ts'

/** Maximum rows of one removing call. */
export const MESSAGES_DELETE_MAX = 200
export const FEEDBACK_COMMENT_MAX = 2_000

const PARENT_ID =
  'The message that this one follows; null for the first. Several messages with one parent are branches.'

const HEARTBEAT = 'How often the holder of the lease sends a heartbeat, in milliseconds.'
const leaseIdField = described(
  v.optional(id),
  'Your lease: the message is written only while you have it, and the lease is renewed.',
)

const messageRunSchema = describedFields(wire.messageRunSchema, {
  status: 'running until the client ends the run, opens another one, or is silent for a day.',
  last_heartbeat_ms_ago: 'Milliseconds since the last heartbeat or write of the client.',
})

export const messageRowSchema = describedFields(wire.messageRowSchema, {
  id: ROW_ID,
  external_id: EXTERNAL_ID,
  parent_id: PARENT_ID,
  format: FORMAT,
  content: contentField,
  height: 'Number of messages above this one in its branch; 0 for a root.',
  created_at: CREATED_AT,
  updated_at: UPDATED_AT,
  run: described(
    v.optional(messageRunSchema),
    'Whether a client is writing the message; absent if none opened a run.',
  ),
})
export const messageListSchema = v.object({
  messages: described(v.array(messageRowSchema), 'The messages, each with its own id and parent.'),
})

export const messagesQuerySchema = v.object({
  format: described(
    v.optional(v.string()),
    'ai-sdk/v6 or ai-sdk/v5: messages that are stored as aui/v0 are converted to it, and with ai-sdk/v6 also those of ai-sdk/v5. All others are returned as stored: check format.',
  ),
  limit: pageLimit(wire.MESSAGES_PAGE_MAX, wire.MESSAGES_PAGE_MAX),
  after: pageAfter,
})

export const createMessageBodySchema = v.strictObject({
  parent_id: described(v.nullable(v.string()), PARENT_ID),
  parent_external_id: described(
    v.nullish(v.string()),
    'The same as parent_id, by your own external_id. It must exist already.',
  ),
  external_id: externalIdField,
  format: described(v.pipe(v.string(), v.minLength(1), v.maxLength(255)), FORMAT),
  content: contentField,
  open_run: described(
    v.optional(v.boolean()),
    'true: you are writing the message, and want a lease. Readers then see that it is running.',
  ),
  lease_id: leaseIdField,
})
export const createdMessageSchema = describedFields(wire.createdMessageSchema, {
  message_id: 'The message’s id.',
  lease_id: 'The lease, after open_run. It replaces one that the message had.',
  heartbeat_interval_ms: HEARTBEAT,
})

export const updateMessageBodySchema = v.strictObject({
  content: contentField,
  lease_id: leaseIdField,
})
export const deleteMessagesBodySchema = v.strictObject({
  message_ids: described(
    v.pipe(arrayUpTo(MESSAGES_DELETE_MAX, id), v.minLength(1)),
    'The messages to delete.',
  ),
})

export const heartbeatSchema = v.object({
  heartbeat_interval_ms: described(v.number(), HEARTBEAT),
})
export const endRunBodySchema = v.strictObject({
  reason: described(
    v.optional(v.picklist(['done', 'cancelled', 'error']), 'done'),
    'How it ended. Default: done.',
  ),
})

export const feedbackBodySchema = v.strictObject({
  type: described(v.picklist(['positive', 'negative']), 'positive or negative.'),
  comment: described(
    v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(FEEDBACK_COMMENT_MAX))),
    COMMENT,
  ),
})
export const feedbackSchema = describedFields(wire.feedbackSchema, {
  feedback_id: 'The rating’s id.',
  type: 'positive or negative.',
  comment: COMMENT,
})
