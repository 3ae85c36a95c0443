import type { ApiKeyCredentials, GetToken } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { later } from '../../shared/later.ts'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import type { ChatBody } from '../../shared/api/chat.ts'
import { createAnonymousAuth } from './anonymous-auth.ts'
import { createApiKeyAuth } from './api-key-auth.ts'
import type { Auth } from './auth.ts'
import type { Fetch } from './call.ts'
import type { ChatOptions, RemovedMessage, StreamPlace } from './chat-calls.ts'
import type { Clock } from './clock.ts'
import type { BindFilesWorld, CloudFiles } from './cloud-files.ts'
import type { CloudRecords } from './cloud-records.ts'
import type { CloudThreads } from './cloud-threads.ts'
import { createRequests, type Requests, type RequestSettings } from './create-requests.ts'
import { createHostAuth, type HostAuthSettings } from './host-auth.ts'
import type { Thread } from './list-threads.ts'
import type { Locks } from './locks.ts'
import type { MessagePage } from './message-calls.ts'
import type { ByteStream } from './open-stream.ts'
import type { RunMessage } from './run-calls.ts'
import { createRefreshRecord, type StorageState } from './refresh-record.ts'
import type { AskPage } from './show-proof.ts'

/** Calls of `{base}/v1` that the widget makes. All throw AlcoveError or the signal's reason. */
export interface Cloud {
  /** True if there is an identity whose threads could be listed. */
  hasIdentity(): boolean
  /**
   * Returns the thread with the latest message.
   *
   * @param preferredId thread to return instead, if it exists and is not archived.
   */
  lastThread(signal: AbortSignal, preferredId?: string): Promise<ThreadSummary | null>
  /** Returns one page of history, newest first. `after` is the id of the last row on the page before. */
  messages(threadId: string, after: string | null, signal: AbortSignal): Promise<MessagePage>
  /** Sends a turn. The response streams the answer as server-sent events. */
  chat(body: ChatBody, options: ChatOptions): Promise<ByteStream>
  /**
   * Streams the running answer of a thread as server-sent events, from a position on; `null`: none is running.
   * Absent: an answer cannot be resumed after its stream broke.
   */
  follow?(threadId: string, place: StreamPlace, signal: AbortSignal): Promise<ByteStream | null>
  /**
   * Stops a turn, also one that has not arrived yet. Returns the messages that were taken back.
   *
   * @param requestId of its chat call; `undefined`: the running turn of the thread.
   */
  stop(
    threadId: string,
    requestId: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly RemovedMessage[]>
  /** Returns questions that the person may ask after the last message, an answer. Absent: there are none. */
  suggest?(
    threadId: string,
    messages: readonly RunMessage[],
    signal: AbortSignal,
  ): Promise<readonly string[]>
  /** Absent: answers cannot be rated, and messages that this client's `chat` does not store are not stored. */
  records?(): Promise<CloudRecords>
  /** Absent: the list holds the threads that were shown here, and can only switch between them. */
  threads?(): Promise<CloudThreads>
  /** Absent: files are sent inside messages, as data URLs. */
  files?(): Promise<CloudFiles>
}

export interface ThreadSummary {
  readonly id: string
  readonly title: string | null
}

/** Dependencies of a client on its environment. */
export interface CloudWorld {
  readonly fetch: Fetch
  readonly clock: Clock
  /** From 0 up to 1; spreads retries. */
  readonly random: () => number
  /** Throws in browsers that block storage. */
  readonly openStorage: () => KeyValueStorage
  readonly locks?: Locks | undefined
  /** Called when the browser refuses to store an anonymous visitor's token, and when it stores it again. */
  readonly onStorageState?: ((state: StorageState) => void) | undefined
}

/** Identity of the user, as the host page states it. */
export type CloudIdentity =
  | { readonly mode: 'anonymous'; readonly askPage?: AskPage | undefined }
  | { readonly mode: 'token'; readonly getToken: GetToken }
  | ({ readonly mode: 'apiKey' } & ApiKeyCredentials)

/** Makes the client of one identity. Called again when the user changes. */
export type CreateCloud = (identity: CloudIdentity, world: CloudWorld) => Cloud

/** The part of {@link CloudWorld} that credentials need. */
export type AuthWorld = Omit<CloudWorld, 'random'>

/**
 * Makes the credentials of an identity.
 *
 * @param base origin and path of the project, without `/v1` and a slash at its end.
 * @param firstReason reason given to the host page with the request for its first token; default `initial`.
 * @throws AlcoveError `config_invalid` for an invalid API key.
 */
export function createAuth(
  identity: CloudIdentity,
  base: string,
  { fetch, clock, openStorage, locks, onStorageState }: AuthWorld,
  firstReason?: HostAuthSettings['firstReason'],
): Auth {
  switch (identity.mode) {
    case 'token':
      return createHostAuth({ getToken: identity.getToken, clock, firstReason })
    case 'apiKey':
      return createApiKeyAuth(identity)
    case 'anonymous': {
      const record = createRefreshRecord({ base, openStorage, onState: onStorageState })
      const { askPage } = identity
      return createAnonymousAuth({ base, fetch, clock, record, locks, askPage })
    }
    default:
      return identity satisfies never
  }
}

/** Makes the client that the frame uses, for one identity. The code of each kind of calls is loaded on demand. */
export function createCloud(settings: RequestSettings & BindFilesWorld): Cloud {
  const requests = createRequests(settings)

  return {
    hasIdentity: () => settings.auth.hasIdentity(),
    records: async () => (await import('./cloud-records.ts')).bindRecords(requests),
    files: async () => (await import('./cloud-files.ts')).bindFiles(requests, settings),
    threads: async () =>
      (await import('./cloud-threads.ts')).createThreadOperations(requests, settings.clock),
    async lastThread(signal, preferredId) {
      // Load the code that parses the response while waiting for it.
      void loadReaders()
      const preferred = await findPreferred(requests, preferredId, signal)
      const thread = preferred ?? (await findLast(requests, signal))
      return thread ? { id: thread.id, title: thread.title } : null
    },
    async messages(threadId, after, signal) {
      const { listMessages } = await loadMessageCalls()
      return listMessages(requests, threadId, after, signal)
    },
    chat: async (...call) => (await loadChatCalls()).startChat(requests, ...call),
    follow: async (...call) => (await loadChatCalls()).followChat(requests, ...call),
    suggest: async (...call) => (await import('./run-calls.ts')).readSuggestions(requests, ...call),
    stop: async (...call) => (await loadChatCalls()).stopChat(requests, ...call),
  }
}

async function findLast(requests: Requests, signal: AbortSignal): Promise<Thread | undefined> {
  const query = { limit: 1 }
  const call = { method: 'GET', path: '/threads', query, mayMint: false } as const
  const answer = await requests.json(call, signal)
  return (await loadReaders()).readThreads(answer).threads[0]
}

async function findPreferred(
  requests: Requests,
  id: string | undefined,
  signal: AbortSignal,
): Promise<Thread | undefined> {
  if (id === undefined) return undefined
  try {
    const path = `/threads/${encodeURIComponent(id)}`
    const answer = await requests.json({ method: 'GET', path, mayMint: false }, signal)
    const thread = (await loadReaders()).readThread(answer)
    return thread.isArchived ? undefined : thread
  } catch (error) {
    // The thread was deleted, or belongs to a former user.
    if (error instanceof AlcoveError && error.code === 'not_found') return undefined
    throw error
  }
}

/**
 * Loaded apart: a visitor without threads does not need it. With a thread, nothing is shown before it is there.
 */
const loadReaders = later(() => import('./list-threads.ts'))
const loadMessageCalls = () => import('./message-calls.ts')

/** Loaded together with the code that makes them. */
const loadChatCalls = () => import('./chat-calls.ts')

export const NO_SERVER_TEXT = 'This chat has no server yet, so nobody can answer.'

/**
 * Client of a build without a base: no threads, no requests, no errors. Each message gets the answer that there
 * is no server.
 */
export function createNoCloud(): Cloud {
  return {
    hasIdentity: () => false,
    lastThread: () => Promise.resolve(null),
    threads: async () => (await import('./cloud-threads.ts')).NO_THREAD_OPERATIONS,
    messages: () => Promise.resolve({ rows: [], unreadable: [], next: null }),
    stop: () => Promise.resolve([]),
    async chat() {
      // Loaded here, because no other frame needs it before a thread is shown.
      const { encodeChunk, ENCODED_END } = await import('../../shared/wire/sse.ts')
      const text = encodeChunk({ type: 'error', errorText: NO_SERVER_TEXT }) + ENCODED_END
      return new Blob([text]).stream()
    },
  }
}
