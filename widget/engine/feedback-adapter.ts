import type { Feedback } from '../../shared/thread/message.ts'
import type { Cloud } from '../api/cloud.ts'

/** Where it is remembered what a person thinks of an answer. */
export interface FeedbackAdapter {
  /**
   * @param feedback `null` takes back what was said before.
   * @throws AlcoveError, or the signal's reason.
   */
  submit(
    answer: { readonly threadId: string; readonly messageId: string },
    feedback: Feedback | null,
    signal: AbortSignal,
  ): Promise<void>
}

/** The server's; `null` when the client has none. */
export const createCloudFeedback = ({ records }: Cloud): FeedbackAdapter | null =>
  records
    ? {
        async submit({ threadId, messageId }, feedback, signal) {
          await (await records()).sendFeedback(threadId, messageId, feedback, signal)
        },
      }
    : null
