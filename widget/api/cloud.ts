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
import { createRefreshRecord, type StorageState } from './refresh-record.ts'
import type { AskPage } from './show-proof.ts'

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

export interface ThreadSummary {
  readonly id: string
  readonly title: string | null
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
  | { readonly mode: 'anonymous'; readonly askPage?: AskPage | undefined }
  | { readonly mode: 'token'; readonly getToken: GetToken }
  | ({ readonly mode: 'apiKey' } & ApiKeyCredentials)

/** Makes the client of one identity; called again when somebody else chats. */
export type CreateCloud = (identity: CloudIdentity, world: CloudWorld) => Cloud

/** As much of the world as says who calls. */
export type AuthWorld = Omit<CloudWorld, 'random'>

/**
 * Who calls, by the credentials of an identity.
 *
 * @param base origin and path of the project, without `/v1` and a slash at its end.
 * @param firstReason why a host page is asked for its first token; default `initial`.
 * @throws AlcoveError `config_invalid` for an API key that cannot be used.
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

/** What the frame calls, for one identity. Calls that it does not make cost it nothing. */
export function createCloud(settings: RequestSettings & BindFilesWorld): Cloud {
  const requests = createRequests(settings)

  return {
    hasIdentity: () => settings.auth.hasIdentity(),
    records: async () => (await import('./cloud-records.ts')).bindRecords(requests),
    files: async () => (await import('./cloud-files.ts')).bindFiles(requests, settings),
    threads: async () =>
      (await import('./cloud-threads.ts')).createThreadOperations(requests, settings.clock),
    async lastThread(signal, preferredId) {
      // What reads it comes while it is asked for.
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
    // Deleted since then, or of somebody who chatted here before.
    if (error instanceof AlcoveError && error.code === 'not_found') return undefined
    throw error
  }
}

/** A visitor without threads needs none of them; with a thread, nothing is shown before they are there. */
const loadReaders = later(() => import('./list-threads.ts'))
const loadMessageCalls = () => import('./message-calls.ts')

/** Come with what makes them. */
const loadChatCalls = () => import('./chat-calls.ts')

export const NO_SERVER_TEXT = 'This chat has no server yet, so nobody can answer.'

/**
 * The client of a build without a base: no threads, no requests, no errors. Whoever writes is
 * answered that nobody can answer.
 */
export function createNoCloud(): Cloud {
  return {
    hasIdentity: () => false,
    lastThread: () => Promise.resolve(null),
    threads: async () => (await import('./cloud-threads.ts')).NO_THREAD_OPERATIONS,
    messages: () => Promise.resolve({ rows: [], unreadable: [], next: null }),
    stop: () => Promise.resolve([]),
    async chat() {
      // No other frame needs it before a thread is shown.
      const { encodeChunk, ENCODED_END } = await import('../../shared/wire/sse.ts')
      const text = encodeChunk({ type: 'error', errorText: NO_SERVER_TEXT }) + ENCODED_END
      return new Blob([text]).stream()
    },
  }
}
