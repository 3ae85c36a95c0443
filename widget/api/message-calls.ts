import type * as v from 'valibot'
import type { JsonObject } from '../../shared/json.ts'
import {
  createdMessageSchema,
  feedbackSchema,
  MESSAGES_PAGE_MAX,
  type createMessageBodySchema,
  type feedbackBodySchema,
} from '../../shared/wire/messages.ts'
import type { MessagePage } from './cloud.ts'
import type { Requests } from './create-requests.ts'
import { readMessagePage } from './message-page.ts'
import { parseAnswer } from './parse-answer.ts'

export type CreateMessageBody = v.InferInput<typeof createMessageBodySchema>
export type FeedbackBody = v.InferInput<typeof feedbackBodySchema>
export type Feedback = v.InferOutput<typeof feedbackSchema>

const pathOf = (threadId: string): string => `/threads/${encodeURIComponent(threadId)}/messages`
const rowPathOf = (threadId: string, messageId: string): string =>
  `${pathOf(threadId)}/${encodeURIComponent(messageId)}`

/**
 * One page of history, newest first, its rows as they are stored: asked for by format, a server
 * leaves out what it cannot convert, and we read every format of the contract.
 *
 * @param after the last row's id of the page before.
 */
export async function listMessages(
  requests: Requests,
  threadId: string,
  after: string | null,
  signal: AbortSignal,
): Promise<MessagePage> {
  const query = { limit: MESSAGES_PAGE_MAX, after: after ?? undefined }
  return readMessagePage(
    await requests.json({ method: 'GET', path: pathOf(threadId), query, mayMint: false }, signal),
  )
}

/** Returns the new row's id. With an `external_id` it may be repeated safely. */
export async function createMessage(
  requests: Requests,
  threadId: string,
  body: CreateMessageBody,
  signal: AbortSignal,
): Promise<string> {
  const isRepeatable = typeof body.external_id === 'string'
  const answer = await requests.json(
    {
      method: 'POST',
      path: pathOf(threadId),
      body,
      mayMint: false,
      isRepeatable,
    },
    signal,
  )
  return parseAnswer(createdMessageSchema, answer).message_id
}

/** @throws AlcoveError `not_found`. */
export function updateMessage(
  requests: Requests,
  threadId: string,
  messageId: string,
  content: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  return requests.done(
    { method: 'PUT', path: rowPathOf(threadId, messageId), body: { content }, mayMint: false },
    signal,
  )
}

/**
 * Removes up to 200 rows.
 *
 * @throws AlcoveError `not_found` when there is none of them.
 */
export function deleteMessages(
  requests: Requests,
  threadId: string,
  messageIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  return requests.done(
    {
      method: 'DELETE',
      path: pathOf(threadId),
      body: { message_ids: messageIds },
      mayMint: false,
    },
    signal,
  )
}

/** What a person thinks of an answer; the last word of each counts, so it may be repeated. */
export async function sendFeedback(
  requests: Requests,
  threadId: string,
  messageId: string,
  { type, comment }: FeedbackBody,
  signal: AbortSignal,
): Promise<Feedback> {
  const words = comment?.trim()
  const answer = await requests.json(
    {
      method: 'POST',
      path: `${rowPathOf(threadId, messageId)}/feedback`,
      body: words ? { type, comment: words } : { type },
      mayMint: false,
      isRepeatable: true,
    },
    signal,
  )
  return parseAnswer(feedbackSchema, answer)
}
