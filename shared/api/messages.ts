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

export const messageRowSchema = describedFields(wire.messageRowSchema, {
  id: ROW_ID,
  external_id: EXTERNAL_ID,
  parent_id: PARENT_ID,
  format: FORMAT,
  content: contentField,
  height: 'How many messages stand above this one in its branch; 0 for a root.',
  created_at: CREATED_AT,
  updated_at: UPDATED_AT,
})
export const messageListSchema = v.object({
  messages: described(v.array(messageRowSchema), 'The messages, each with its own id and parent.'),
})

export const messagesQuerySchema = v.object({
  format: described(
    v.optional(v.string()),
    'ai-sdk/v6 or ai-sdk/v5: messages that are stored as aui/v0 come in it, and with ai-sdk/v6 those of ai-sdk/v5. All others come as they are stored: look at format.',
  ),
  limit: pageLimit(wire.MESSAGES_PAGE_MAX, wire.MESSAGES_PAGE_MAX),
  after: pageAfter,
})

export const createMessageBodySchema = v.strictObject({
  parent_id: described(v.nullable(v.string()), PARENT_ID),
  parent_external_id: described(
    v.nullish(v.string()),
    'The same as parent_id, by your own external_id. Must be known already.',
  ),
  external_id: externalIdField,
  format: described(v.pipe(v.string(), v.minLength(1), v.maxLength(255)), FORMAT),
  content: contentField,
})
export const createdMessageSchema = describedFields(wire.createdMessageSchema, {
  message_id: 'The message’s id.',
})

export const updateMessageBodySchema = v.strictObject({ content: contentField })
export const deleteMessagesBodySchema = v.strictObject({
  message_ids: described(
    v.pipe(arrayUpTo(MESSAGES_DELETE_MAX, id), v.minLength(1)),
    'The messages to delete.',
  ),
})

export const feedbackBodySchema = v.strictObject({
  type: described(v.picklist(['positive', 'negative']), 'Whether it was good.'),
  comment: described(
    v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(FEEDBACK_COMMENT_MAX))),
    COMMENT,
  ),
})
export const feedbackSchema = describedFields(wire.feedbackSchema, {
  feedback_id: 'The rating’s id.',
  type: 'Whether it was good.',
  comment: COMMENT,
})
