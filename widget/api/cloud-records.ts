import type { JsonObject } from '../../shared/json.ts'
import type { Feedback } from '../../shared/thread/message.ts'
import type { Requests } from './create-requests.ts'
import { removeFeedback, sendFeedback } from './feedback-calls.ts'
import { createMessage, updateMessage } from './message-calls.ts'
import { streamRun, type RunMessage, type RunStream } from './run-calls.ts'
import { createThread } from './thread-calls.ts'

/** Calls that only some frames make, loaded when the first of them is needed. */
export interface CloudRecords {
  /** Returns the thread with this external id, and makes it if needed. */
  createThread(externalId: string, lastMessageAt: string, signal: AbortSignal): Promise<string>
  /** Stores a message and returns its row. Repeating an external id returns the same row. */
  createMessage(threadId: string, message: MessageRecord, signal: AbortSignal): Promise<string>
  updateMessage(
    threadId: string,
    messageId: string,
    content: JsonObject,
    signal: AbortSignal,
  ): Promise<void>
  /** `null` removes earlier feedback. */
  sendFeedback(
    threadId: string,
    messageId: string,
    feedback: Feedback | null,
    signal: AbortSignal,
  ): Promise<void>
  /** Streams an assistant's answer, which the caller stores. */
  streamRun(run: RunRequest, signal: AbortSignal): Promise<RunStream>
}

export interface MessageRecord {
  readonly externalId: string
  readonly parentId: string | null
  readonly format: string
  readonly content: JsonObject
}

export interface RunRequest {
  readonly assistantId: string
  readonly threadId: string
  readonly messages: readonly RunMessage[]
  /** Sent besides: `system`, `tools`, settings of the call. */
  readonly settings: JsonObject
}

/** Binds the calls of a frame that stores messages itself, rates answers or runs an assistant. */
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
