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

/** What a person thinks of an answer; the last word of each counts, so it may be repeated. */
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
 * A server that has nothing to take back answers as if it had, so that the call may be repeated.
 * Not found is then a message that is gone, or a server without this call: what the person sees
 * must not say that the rating is gone, so the error stays one.
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

/** Tells 1 to 50 events, also from a page that is being closed. Whoever counts may ignore errors. */
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
