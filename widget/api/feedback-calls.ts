import type * as v from 'valibot'
import type { eventsBodySchema } from '../../shared/api/events.ts'
import type { feedbackBodySchema } from '../../shared/api/messages.ts'
import { feedbackSchema } from '../../shared/wire/messages.ts'
import { parseAnswer } from './call.ts'
import type { Requests } from './create-requests.ts'

export type FeedbackBody = v.InferInput<typeof feedbackBodySchema>
export type WidgetEvent = v.InferOutput<typeof eventsBodySchema>['events'][number]

const feedbackPathOf = (threadId: string, messageId: string): string =>
  `/threads/${encodeURIComponent(threadId)}/messages/${encodeURIComponent(messageId)}/feedback`

/** Sends a person's rating of an answer. The last rating counts, so the call may be repeated. */
export async function sendFeedback(
  requests: Requests,
  threadId: string,
  messageId: string,
  { type, comment }: FeedbackBody,
  signal: AbortSignal,
): Promise<v.InferOutput<typeof feedbackSchema>> {
  const words = comment?.trim()
  const answer = await requests.json(
    {
      method: 'POST',
      path: feedbackPathOf(threadId, messageId),
      body: words ? { type, comment: words } : { type },
      mayMint: false,
      isRepeatable: true,
    },
    signal,
  )
  return parseAnswer(feedbackSchema, answer)
}

/**
 * A server without a rating to remove answers as if there had been one, so the call may be repeated. `not_found`
 * means that the message is gone or that the server lacks this call. In both cases the person must not read that
 * the rating was removed, so the error is kept.
 */
export function removeFeedback(
  requests: Requests,
  threadId: string,
  messageId: string,
  signal: AbortSignal,
): Promise<void> {
  const path = feedbackPathOf(threadId, messageId)
  return requests.done({ method: 'DELETE', path, mayMint: false, isRepeatable: true }, signal)
}

/** Sends 1 to 50 events, also from a page that is being closed. Callers may ignore errors. */
export function sendEvents(
  requests: Requests,
  events: readonly WidgetEvent[],
  signal: AbortSignal,
): Promise<void> {
  return requests.done(
    {
      method: 'POST',
      path: '/events',
      body: { events },
      mayMint: false,
      outlivesPage: true,
    },
    signal,
  )
}
