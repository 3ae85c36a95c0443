import type { JsonObject } from '../../shared/json.ts'
import type { ChatBody } from '../../shared/wire/chat.ts'
import type { ByteStream } from './byte-stream.ts'
import type { CloudFiles } from './cloud-files.ts'
import type { CloudRecords } from './cloud-records.ts'
import type { CloudThreads } from './cloud-threads.ts'

/** The calls of `{base}/v1` that the widget makes. All throw AlcoveError or the signal's reason. */
export interface Cloud {
  /** Whether there is somebody whose threads could be listed. */
  hasIdentity(): boolean
  /**
   * The thread that was written to last.
   *
   * @param preferredId the thread to take in its place, if it is there and not archived.
   */
  lastThread(signal: AbortSignal, preferredId?: string): Promise<ThreadSummary | null>
  /** One page of history, newest first. `after` is the last row's id of the page before. */
  messages(threadId: string, after: string | null, signal: AbortSignal): Promise<MessagePage>
  /** Sends a turn; the answer's bytes are server-sent events. */
  chat(body: ChatBody, options: ChatOptions): Promise<ByteStream>
  /**
   * What runs in a thread, from a place on: the answer's bytes are server-sent events. `null`: nothing
   * runs there any more. Absent: an answer whose stream broke off is not found again.
   */
  follow?(threadId: string, place: StreamPlace, signal: AbortSignal): Promise<ByteStream | null>
  /**
   * Stops a turn, also one that has not arrived yet, and says which messages it took back.
   *
   * @param requestId of its chat call; `undefined`: whatever runs in the thread.
   */
  stop(
    threadId: string,
    requestId: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly RemovedMessage[]>
  /** Absent: answers cannot be rated, and what this client's `chat` does not keep is not kept. */
  records?(): Promise<CloudRecords>
  /** Absent: the list of threads holds those that were shown, and can only switch between them. */
  threads?(): Promise<CloudThreads>
  /** Absent: files go out inside of messages, as data URLs. */
  files?(): Promise<CloudFiles>
}

/** Up to where the stream of an answer was read. */
export interface StreamPlace {
  /** The answer's row; `null`: whichever runs. */
  readonly answerId: string | null
  /** Of the last chunk that was taken, counted from 1; 0: none was. */
  readonly position: number
  /** The stream may end after so long, though the answer goes on. Absent: it does not. */
  readonly seconds?: number
}

export interface ThreadSummary {
  readonly id: string
  readonly title: string | null
}

export interface StoredMessage {
  readonly id: string
  readonly externalId: string | null
  readonly parentId: string | null
  readonly createdAt: string
  readonly format: string
  readonly content: JsonObject
}

export interface MessagePage {
  /** Rows that could not be read are left out. */
  readonly rows: readonly StoredMessage[]
  /** Ids of the rows on the page whose other fields could not be read, with their parents. */
  readonly unreadable: readonly { readonly id: string; readonly parentId: string | null }[]
  /** Where the next page begins; `null` after the last one. */
  readonly next: string | null
}

export interface ChatOptions {
  readonly signal: AbortSignal
  /** Called before the first byte leaves: from now on the server may know the message. */
  readonly onDispatch: () => void
}

export interface RemovedMessage {
  readonly id: string
  readonly externalId: string | null
}
