import type { JsonObject } from '../../shared/json.ts'
import type { Feedback } from '../../shared/thread/message.ts'

/** Calls that only some frames make: they are loaded when the first of them is needed. */
export interface CloudRecords {
  /** Returns the thread that has this name; made if there is none. */
  createThread(externalId: string, lastMessageAt: string, signal: AbortSignal): Promise<string>
  /** Stores a message and returns its row; the same name again is the same row. */
  createMessage(threadId: string, message: MessageRecord, signal: AbortSignal): Promise<string>
  updateMessage(
    threadId: string,
    messageId: string,
    content: JsonObject,
    signal: AbortSignal,
  ): Promise<void>
  /** `null` takes back what was said before. */
  sendFeedback(
    threadId: string,
    messageId: string,
    feedback: Feedback | null,
    signal: AbortSignal,
  ): Promise<void>
  /** An assistant's answer, which the caller keeps itself. */
  streamRun(run: RunRequest, signal: AbortSignal): Promise<RunAnswer>
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
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  /** Sent beside these: `system`, `tools`, settings of the call. */
  readonly settings: JsonObject
}

export interface RunAnswer {
  /** How the bytes are to be read, whatever was asked for. */
  readonly protocol: 'data-stream' | 'ui-message-stream'
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
}
