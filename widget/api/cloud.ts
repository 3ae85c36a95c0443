import type { ApiKeyCredentials, GetToken } from '../../shared/bridge/contract.ts'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import type { ChatBody } from '../../shared/wire/chat.ts'
import type { Fetch } from './call.ts'
import type { Clock } from './clock.ts'
import type { CloudFiles } from './cloud-files.ts'
import type { CloudRecords } from './cloud-records.ts'
import type { CloudThreads } from './cloud-threads.ts'
import type { Locks } from './locks.ts'
import type { MessagePage } from './message-calls.ts'
import type { ByteStream } from './open-stream.ts'
import type { StorageState } from './refresh-record.ts'

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

export interface ChatOptions {
  readonly signal: AbortSignal
  /** Called before the first byte leaves: from now on the server may know the message. */
  readonly onDispatch: () => void
}

export interface RemovedMessage {
  readonly id: string
  readonly externalId: string | null
}

/** What a client needs of the world around it. */
export interface CloudWorld {
  readonly fetch: Fetch
  readonly clock: Clock
  /** From 0 up to 1; spreads retries. */
  readonly random: () => number
  /** May throw where the browser blocks storage. */
  readonly openStorage: () => KeyValueStorage
  readonly locks?: Locks | undefined
  /** Told when the browser refuses to keep an anonymous visitor's token. */
  readonly onStorageState?: ((state: StorageState) => void) | undefined
}

/** Who chats, as the host page says. */
export type CloudIdentity =
  | { readonly mode: 'anonymous' }
  | { readonly mode: 'token'; readonly getToken: GetToken }
  | ({ readonly mode: 'apiKey' } & ApiKeyCredentials)

/** Makes the client of one identity; called again when somebody else chats. */
export type CreateCloud = (identity: CloudIdentity, world: CloudWorld) => Cloud
