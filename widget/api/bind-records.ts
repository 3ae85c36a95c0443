import type { CloudRecords } from './cloud-records.ts'
import type { Requests } from './create-requests.ts'
import { createMessage, sendFeedback, updateMessage } from './message-calls.ts'
import { streamRun } from './run-calls.ts'
import { createThread } from './thread-calls.ts'

/** The calls of a frame that keeps messages itself, rates answers or runs an assistant. */
export function bindRecords(requests: Requests): CloudRecords {
  return {
    createThread: (externalId, lastMessageAt, signal) =>
      createThread(
        requests,
        { external_id: externalId, last_message_at: lastMessageAt, upsert: true },
        signal,
      ),
    createMessage: (threadId, { externalId, parentId, format, content }, signal) =>
      createMessage(
        requests,
        threadId,
        { external_id: externalId, parent_id: parentId, format, content },
        signal,
      ),
    updateMessage: (threadId, messageId, content, signal) =>
      updateMessage(requests, threadId, messageId, content, signal),
    async sendFeedback(threadId, messageId, feedback, signal) {
      if (feedback) await sendFeedback(requests, threadId, messageId, feedback, signal)
      else await removeFeedback(requests, threadId, messageId, signal)
    },
    streamRun: (run, signal) => streamRun(requests, run, signal),
  }
}

/**
 * A server that has nothing to take back answers as if it had, so that the call may be repeated.
 * Not found is then a message that is gone, or a server without this call: what the person sees
 * must not say that the rating is gone, so the error stays one.
 */
function removeFeedback(
  requests: Requests,
  threadId: string,
  messageId: string,
  signal: AbortSignal,
): Promise<void> {
  const path = `/threads/${encodeURIComponent(threadId)}/messages/${encodeURIComponent(messageId)}/feedback`
  return requests.done({ method: 'DELETE', path, mayMint: false, isRepeatable: true }, signal)
}
